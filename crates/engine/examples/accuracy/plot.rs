//! The picture of the figures.

use std::fmt::Write as _;

/// One panel a game, side by side: points for the means, bars for one deviation either way.
#[derive(Default)]
pub struct Plot {
    body: String,
    panels: usize,
}

impl Plot {
    const WIDTH: f64 = 230.0;
    const HEIGHT: f64 = 200.0;

    /// A game: the short names of its players with mean and deviation of each.
    pub fn panel(&mut self, title: &str, players: &[(String, f64, f64)]) {
        let left = 40.0 + self.panels as f64 * Plot::WIDTH;
        let y = |accuracy: f64| 30.0 + Plot::HEIGHT * (1.0 - accuracy.clamp(0.0, 100.0) / 100.0);
        let _ = writeln!(self.body, r#"<text x="{left:.0}" y="18" font-weight="bold">{title}</text>"#);
        for line in [0.0, 20.0, 40.0, 60.0, 80.0, 100.0] {
            let (right, at) = (left + Plot::WIDTH - 40.0, y(line));
            let _ = writeln!(self.body, r##"<path d="M{left:.0} {at:.0}H{right:.0}" stroke="#8884"/>"##);
            let (x, foot) = (left - 4.0, at + 4.0);
            let _ = writeln!(self.body, r#"<text x="{x:.0}" y="{foot:.0}" text-anchor="end">{line}</text>"#);
        }
        for (index, (name, mean, deviation)) in players.iter().enumerate() {
            let x = left + 18.0 + index as f64 * 30.0;
            let (top, bottom) = (y(mean + deviation), y(mean - deviation));
            let _ =
                writeln!(self.body, r##"<path d="M{x:.0} {top:.0}V{bottom:.0}" stroke="#b5651d" stroke-width="2"/>"##);
            let _ = writeln!(self.body, r##"<circle cx="{x:.0}" cy="{:.0}" r="4" fill="#b5651d"/>"##, y(*mean));
            let foot = Plot::HEIGHT + 48.0;
            let _ = writeln!(self.body, r#"<text x="{x:.0}" y="{foot:.0}" text-anchor="middle">{name}</text>"#);
        }
        self.panels += 1;
    }

    /// The whole picture.
    pub fn finish(self) -> String {
        let (width, height) = (40.0 + self.panels as f64 * Plot::WIDTH, Plot::HEIGHT + 60.0);
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" "#,
                r##"font-family="sans-serif" font-size="12" fill="#777">"##,
                "\n<title>Accuracy of random play and of levels, means and one deviation</title>\n{body}</svg>\n"
            ),
            w = width,
            h = height,
            body = self.body
        )
    }
}
