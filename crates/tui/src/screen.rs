//! The round drawn in the terminal with ratatui: a board under a cursor, the players, the moves.
//!
//! The engine thinks in a thread of its own, so the screen stays alive; a position that was left by undo makes its
//! answer stale, and it is dropped.

use crate::round::Round;
use luozi_core::diagram::Symbol;
use luozi_core::{Grid, Places, Player};
use luozi_engine::NoMove;
use luozi_games::{GameKind, Look};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

/// How long the loop waits for a key before it looks for the engine's answer.
const KEY_WAIT: Duration = Duration::from_millis(30);

/// Colours of a game's board and of its pieces.
struct Material {
    ground: Color,
    mark: Color,
    pieces: [Color; 2],
}

fn material(kind: GameKind) -> Material {
    let (ground, mark) = match kind.look() {
        Look::Holes => (Color::Rgb(36, 62, 118), Color::Rgb(24, 43, 85)),
        Look::Discs => (Color::Rgb(38, 112, 84), Color::Rgb(20, 76, 56)),
        Look::Stones => (Color::Rgb(222, 184, 120), Color::Rgb(120, 84, 40)),
    };
    Material { ground, mark, pieces: kind.sides().map(|side| colour(side.paint)) }
}

/// The colour of a paint: one of the names that front ends know, or `#rrggbb`; grey for anything else.
fn colour(paint: &str) -> Color {
    let hex = match paint {
        "black" => "#141414",
        "white" => "#f8f8f4",
        "red" => "#e86248",
        "gold" => "#fcd66e",
        other => other,
    };
    let number = hex.strip_prefix('#').filter(|hex| hex.len() == 6).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    number.map_or(Color::Gray, Color::from_u32)
}

/// What the screen knows beside the round.
struct Screen {
    round: Round,
    cursor: (u8, u8),
    message: String,
    /// The engine's answer to come, with the number of moves it answers to.
    thinking: Option<(usize, Receiver<Result<String, NoMove>>)>,
    /// The number of moves after which the engine began to think on the person's time.
    pondered: Option<usize>,
}

/// Plays on a drawn board until the user quits. The terminal is restored in every case.
pub fn play_on_screen(round: Round) -> io::Result<()> {
    let grid = round.session().grid();
    let cursor = (if grid.by_column() { 0 } else { grid.rows / 2 }, grid.cols / 2);
    let mut screen = Screen { round, cursor, message: String::new(), thinking: None, pondered: None };
    let mut terminal = ratatui::try_init()?;
    let result = screen.run(&mut terminal);
    ratatui::try_restore()?;
    result
}

impl Screen {
    fn grid(&self) -> Grid {
        self.round.session().grid()
    }

    fn run(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        loop {
            self.advance();
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(KEY_WAIT)?
                && let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
                && !self.key(key)
            {
                return Ok(());
            }
        }
    }

    /// Plays forced passes and the engine's moves as they come.
    fn advance(&mut self) {
        if let Some(sentence) = self.round.forced_pass() {
            self.message = sentence;
        }
        let moves = self.round.session().moves().len();
        if !self.round.engine_to_move() {
            if self.pondered.replace(moves) != Some(moves) {
                self.round.ponder();
            }
            return;
        }
        match &self.thinking {
            Some((asked, answer)) if *asked == moves => match answer.try_recv() {
                Ok(Ok(mv)) => {
                    self.thinking = None;
                    self.message = self.round.announcement(&mv);
                    self.play(&mv);
                }
                Ok(Err(problem)) => self.message = problem.to_string(),
                Err(TryRecvError::Empty) => {}
                // The thread ended without an answer: ask again.
                Err(TryRecvError::Disconnected) => self.thinking = None,
            },
            _ => {
                let (sender, receiver) = mpsc::channel();
                let (opponent, session) = (self.round.opponent(), self.round.session().clone());
                std::thread::spawn(move || sender.send(opponent.choose(&session)));
                self.thinking = Some((moves, receiver));
            }
        }
    }

    fn play(&mut self, text: &str) {
        if let Err(sentence) = self.round.play(text) {
            self.message = sentence;
        }
    }

    /// Handles a key; `false` ends the game.
    fn key(&mut self, key: KeyEvent) -> bool {
        let grid = self.grid();
        let Grid { rows, cols, .. } = grid;
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
            KeyCode::Left => self.cursor.1 = (self.cursor.1 + cols - 1) % cols,
            KeyCode::Right => self.cursor.1 = (self.cursor.1 + 1) % cols,
            KeyCode::Up => self.cursor.0 = (self.cursor.0 + rows - 1) % rows,
            KeyCode::Down => self.cursor.0 = (self.cursor.0 + 1) % rows,
            KeyCode::Enter | KeyCode::Char(' ') => self.play_at_cursor(),
            KeyCode::Char(digit @ '1'..='9') if grid.by_column() => {
                self.cursor.1 = (digit as u8 - b'1').min(cols - 1);
                self.play_at_cursor();
            }
            KeyCode::Char('u') => {
                let undone = self.round.undo();
                self.forget_thought();
                self.message = if undone { String::new() } else { self.round.words().nothing_to_undo.clone() };
            }
            KeyCode::Char('h') if !self.round.is_over() && !self.round.engine_to_move() => {
                let hint = self.round.opponent().hint(self.round.session());
                self.pondered = None;
                self.message = match hint {
                    Ok(analysis) => self.round.hint(&analysis),
                    Err(problem) => problem.to_string(),
                };
            }
            KeyCode::Char('n') => {
                self.round.restart();
                self.forget_thought();
                self.message.clear();
            }
            _ => {}
        }
        true
    }

    /// The engine's answer is not wanted any more.
    fn forget_thought(&mut self) {
        self.round.opponent().interrupt();
        (self.thinking, self.pondered) = (None, None);
    }

    fn play_at_cursor(&mut self) {
        if self.round.engine_to_move() {
            return;
        }
        let (grid, (row, col)) = (self.grid(), self.cursor);
        let Some(cell) = grid.cell(row.into(), col.into()) else { return };
        let text = self.round.session().move_text(grid.move_on(cell));
        self.message = self.round.play(&text).err().unwrap_or_default();
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let words = self.round.words();
        let grid = self.grid();
        let [title, middle, message, keys] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(1), Constraint::Length(1), Constraint::Length(1)])
                .areas(frame.area());
        let heading = format!(" 落子 Luozi   {}", self.round.lang.title(self.round.session().kind()));
        frame.render_widget(Paragraph::new(heading).style(Style::new().add_modifier(Modifier::BOLD)), title);
        frame
            .render_widget(Paragraph::new(format!(" {}", self.message)).style(Style::new().fg(Color::Yellow)), message);
        let more = if grid.by_column() { words.column_keys.as_str() } else { "" };
        let help = format!(" {}  {more}", words.keys);
        frame.render_widget(Paragraph::new(help).style(Style::new().fg(Color::DarkGray)), keys);

        let Some((width, height)) = cell_size(middle, &grid) else {
            frame.render_widget(Paragraph::new(words.too_small.as_str()).wrap(Wrap { trim: true }), middle);
            return;
        };
        let board_width = LABEL + u16::from(grid.cols) * width + 1;
        let [board, panel] = Layout::horizontal([Constraint::Length(board_width), Constraint::Min(0)]).areas(middle);
        self.draw_board(frame, board, width, height);
        self.draw_panel(frame, panel);
    }

    fn draw_board(&self, frame: &mut Frame<'_>, area: Rect, width: u16, height: u16) {
        let session = self.round.session();
        let (grid, kind) = (session.grid(), session.kind());
        let colours = material(kind);
        let last = session.last_move().and_then(|mv| mv.cell);
        let buffer = frame.buffer_mut();
        let label = Style::new().fg(Color::DarkGray);
        for (cell, symbol) in (0..).zip(session.symbols()) {
            let (row, col) = grid.row_and_col(cell);
            let (left, top) = (area.x + LABEL + u16::from(col) * width, area.y + u16::from(row) * height);
            let at_cursor = col == self.cursor.1 && (grid.by_column() || row == self.cursor.0);
            let ground = if at_cursor { Color::Rgb(86, 120, 190) } else { colours.ground };
            let (glyph, colour) = match symbol {
                Symbol::Stone(player) => (if last == Some(cell) { "◉" } else { "●" }, colours.pieces[player.index()]),
                Symbol::Forbidden => ("✕", Color::Rgb(200, 160, 90)),
                Symbol::Empty if kind.look() == Look::Holes => ("○", colours.mark),
                Symbol::Empty if grid.places == Places::Points => ("┼", colours.mark),
                Symbol::Empty => ("·", colours.mark),
            };
            for y in top..top + height {
                buffer.set_string(left, y, " ".repeat(width.into()), Style::new().bg(ground));
            }
            let style = Style::new().fg(colour).bg(ground).add_modifier(Modifier::BOLD);
            buffer.set_string(left + width / 2, top + height / 2, glyph, style);
        }
        for row in 0..grid.rows {
            let top = area.y + u16::from(row) * height;
            buffer.set_string(area.x, top + height / 2, format!("{:>2}", grid.row_label(row)), label);
        }
        for col in 0..grid.cols {
            let name = grid.column_label(col);
            let left = area.x + LABEL + u16::from(col) * width + (width / 2).saturating_sub(name.len() as u16 / 2);
            buffer.set_string(left, area.y + u16::from(grid.rows) * height, name, label);
        }
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let words = self.round.words();
        let status = if self.thinking.is_some() { words.thinking.clone() } else { self.round.status() };
        let colours = material(self.round.session().kind());
        let side = |player: Player| {
            let stone = Span::styled(" ● ", Style::new().fg(colours.pieces[player.index()]).bg(colours.ground));
            Line::from(vec![stone, Span::raw(format!(" {}", self.round.name(player)))])
        };
        let mut lines: Vec<Line<'_>> = Player::BOTH.map(side).into();
        lines.extend([
            Line::raw(""),
            Line::styled(status, Style::new().add_modifier(Modifier::BOLD)),
            Line::raw(""),
            Line::raw(format!("{}: {}", words.moves, self.round.move_line())),
        ]);
        let block = Block::bordered().border_style(Style::new().fg(Color::DarkGray));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }).block(block), area);
    }
}

/// Characters left of the board for row names.
const LABEL: u16 = 3;

/// The largest cell that lets board and labels fit, `None` if not even the smallest does.
fn cell_size(area: Rect, grid: &Grid) -> Option<(u16, u16)> {
    let (rows, cols) = (u16::from(grid.rows), u16::from(grid.cols));
    let fits = |&(width, height): &(u16, u16)| cols * width + LABEL < area.width && rows * height < area.height;
    [(5, 2), (3, 1), (2, 1)].into_iter().find(fits)
}
