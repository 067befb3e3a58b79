//! The table drawn in the terminal with ratatui: a board under a cursor, the players, the moves.
//!
//! The engine thinks in a thread of its own, so the screen stays alive; a position that was left by undo makes its
//! answer stale, and it is dropped.

use super::plain::{column_label, row_label};
use super::table::Table;
use luozi::core::Player;
use luozi::engine::Playable;
use luozi::games::GameKind;
use luozi_page::words::fill;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

/// How long the loop waits for a key before it looks for the engine's answer.
const KEY_WAIT: Duration = Duration::from_millis(30);

/// Colours of a game's board.
struct Material {
    ground: Color,
    mark: Color,
    first: Color,
    second: Color,
}

const fn material(kind: GameKind) -> Material {
    match kind {
        GameKind::Connect4 => Material {
            ground: Color::Rgb(36, 62, 118),
            mark: Color::Rgb(24, 43, 85),
            first: Color::Rgb(232, 98, 72),
            second: Color::Rgb(252, 214, 110),
        },
        GameKind::Reversi => Material {
            ground: Color::Rgb(38, 112, 84),
            mark: Color::Rgb(20, 76, 56),
            first: Color::Rgb(16, 16, 16),
            second: Color::Rgb(248, 248, 244),
        },
        GameKind::NoGo => Material {
            ground: Color::Rgb(222, 184, 120),
            mark: Color::Rgb(120, 84, 40),
            first: Color::Rgb(20, 20, 20),
            second: Color::Rgb(255, 255, 252),
        },
    }
}

/// What the screen knows beside the table.
struct Screen<G: Playable> {
    table: Table<G>,
    cursor: (usize, usize),
    message: String,
    /// The engine's answer to come, with the number of moves it answers to.
    thinking: Option<(usize, Receiver<G::Move>)>,
    /// The number of moves after which the engine began to think on the person's time.
    pondered: Option<usize>,
}

/// Plays until the user quits. The terminal is restored in every case.
pub fn run<G: Playable>(table: Table<G>) -> anyhow::Result<()> {
    let (rows, cols) = size(&table);
    let cursor = if table.kind == GameKind::Connect4 { (0, cols / 2) } else { (rows / 2, cols / 2) };
    let mut screen = Screen { table, cursor, message: String::new(), thinking: None, pondered: None };
    let mut terminal = ratatui::try_init()?;
    let result = screen.run(&mut terminal);
    ratatui::try_restore()?;
    result
}

/// Rows of symbols without the side to move.
fn grid<G: Playable>(table: &Table<G>, position: &G::Position) -> Vec<Vec<char>> {
    let text = table.rules.position_text(position);
    let mut rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    rows.pop();
    rows
}

fn size<G: Playable>(table: &Table<G>) -> (usize, usize) {
    let rows = grid(table, table.position());
    (rows.len(), rows.first().map_or(0, Vec::len))
}

impl<G: Playable> Screen<G> {
    fn run(&mut self, terminal: &mut DefaultTerminal) -> anyhow::Result<()> {
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
        if let Some(pass) = self.table.forced_pass() {
            let mover = self.table.name(self.table.rules.to_move(self.table.position()));
            self.message = fill(&self.table.words().passes, &[("side", &mover)]);
            self.play(pass);
        }
        let moves = self.table.moves().len();
        if !self.table.engine_to_move() {
            if self.pondered.replace(moves) != Some(moves) {
                self.table.ponder();
            }
            return;
        }
        match &self.thinking {
            Some((asked, answer)) if *asked == moves => match answer.try_recv() {
                Ok(mv) => {
                    self.thinking = None;
                    self.message = self.table.announcement(mv);
                    self.play(mv);
                }
                Err(TryRecvError::Empty) => {}
                // The thread ended without an answer: ask again.
                Err(TryRecvError::Disconnected) => self.thinking = None,
            },
            _ => {
                let (sender, receiver) = mpsc::channel();
                let (opponent, position) = (self.table.opponent(), *self.table.position());
                std::thread::spawn(move || sender.send(opponent.choose(&position)));
                self.thinking = Some((moves, receiver));
            }
        }
    }

    fn play(&mut self, mv: G::Move) {
        if let Err(reason) = self.table.play(mv) {
            self.message = self.table.texts().reason(reason).to_string();
        }
    }

    /// Handles a key; `false` ends the game.
    fn key(&mut self, key: KeyEvent) -> bool {
        let (rows, cols) = size(&self.table);
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return false,
            KeyCode::Left => self.cursor.1 = (self.cursor.1 + cols - 1) % cols,
            KeyCode::Right => self.cursor.1 = (self.cursor.1 + 1) % cols,
            KeyCode::Up => self.cursor.0 = (self.cursor.0 + rows - 1) % rows,
            KeyCode::Down => self.cursor.0 = (self.cursor.0 + 1) % rows,
            KeyCode::Enter | KeyCode::Char(' ') => self.play_at_cursor(),
            KeyCode::Char(digit @ '1'..='9') if self.table.kind == GameKind::Connect4 => {
                self.cursor.1 = (digit as usize - '1' as usize).min(cols - 1);
                self.play_at_cursor();
            }
            KeyCode::Char('u') => {
                let undone = self.table.undo();
                self.forget_thought();
                self.message = if undone { String::new() } else { self.table.words().nothing_to_undo.clone() };
            }
            KeyCode::Char('h') if !self.table.is_over() && !self.table.engine_to_move() => {
                let mv = self.table.opponent().hint(self.table.position());
                self.pondered = None;
                self.message = fill(&self.table.words().hint, &[("move", &self.table.rules.move_text(mv))]);
            }
            KeyCode::Char('n') => {
                self.table.restart();
                self.forget_thought();
                self.message.clear();
            }
            _ => {}
        }
        true
    }

    /// The engine's answer is not wanted any more.
    fn forget_thought(&mut self) {
        self.table.opponent().interrupt();
        (self.thinking, self.pondered) = (None, None);
    }

    fn play_at_cursor(&mut self) {
        if self.table.engine_to_move() {
            return;
        }
        let (row, col) = self.cursor;
        let (rows, _) = size(&self.table);
        let text = match self.table.kind {
            GameKind::Connect4 => column_label(self.table.kind, col),
            _ => format!("{}{}", column_label(self.table.kind, col), row_label(self.table.kind, row, rows)),
        };
        self.message = self.table.play_text(&text).err().unwrap_or_default();
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let texts = self.table.words();
        let (rows, cols) = size(&self.table);
        let [title, middle, message, keys] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(1), Constraint::Length(1), Constraint::Length(1)])
                .areas(frame.area());
        let kind = self.table.kind;
        let heading = format!(" 落子 Luozi   {}", self.table.texts().game(&kind.to_string(), kind.title()));
        frame.render_widget(Paragraph::new(heading).style(Style::new().add_modifier(Modifier::BOLD)), title);
        frame
            .render_widget(Paragraph::new(format!(" {}", self.message)).style(Style::new().fg(Color::Yellow)), message);
        let more = if self.table.kind == GameKind::Connect4 { texts.column_keys.as_str() } else { "" };
        let help = format!(" {}  {more}", texts.keys);
        frame.render_widget(Paragraph::new(help).style(Style::new().fg(Color::DarkGray)), keys);

        let Some((width, height)) = cell_size(middle, rows, cols) else {
            frame.render_widget(Paragraph::new(texts.too_small.as_str()).wrap(Wrap { trim: true }), middle);
            return;
        };
        let board_width = LABEL + cols as u16 * width + 1;
        let [board, panel] = Layout::horizontal([Constraint::Length(board_width), Constraint::Min(0)]).areas(middle);
        self.draw_board(frame, board, width, height);
        self.draw_panel(frame, panel);
    }

    fn draw_board(&self, frame: &mut Frame<'_>, area: Rect, width: u16, height: u16) {
        let colours = material(self.table.kind);
        let before = self.table.before().map(|position| grid(&self.table, position));
        let grid = grid(&self.table, self.table.position());
        let buffer = frame.buffer_mut();
        let label = Style::new().fg(Color::DarkGray);
        for (r, row) in grid.iter().enumerate() {
            let top = area.y + r as u16 * height;
            let name = row_label(self.table.kind, r, grid.len());
            buffer.set_string(area.x, top + height / 2, format!("{name:>2}"), label);
            for (c, &symbol) in row.iter().enumerate() {
                let left = area.x + LABEL + c as u16 * width;
                let at_cursor = match self.table.kind {
                    GameKind::Connect4 => c == self.cursor.1,
                    _ => (r, c) == self.cursor,
                };
                let ground = if at_cursor { Color::Rgb(86, 120, 190) } else { colours.ground };
                // The last stone is the one whose cell was empty before it.
                let last = before.as_ref().is_some_and(|before| before[r][c] == '.');
                let stone = if last { "◉" } else { "●" };
                let (glyph, colour) = match symbol {
                    'X' => (stone, colours.first),
                    'O' => (stone, colours.second),
                    '#' => ("✕", Color::Rgb(200, 160, 90)),
                    _ if self.table.kind == GameKind::Connect4 => ("○", colours.mark),
                    _ if self.table.kind == GameKind::NoGo => ("┼", colours.mark),
                    _ => ("·", colours.mark),
                };
                for y in top..top + height {
                    buffer.set_string(left, y, " ".repeat(width.into()), Style::new().bg(ground));
                }
                let style = Style::new().fg(colour).bg(ground).add_modifier(Modifier::BOLD);
                buffer.set_string(left + width / 2, top + height / 2, glyph, style);
            }
        }
        for c in 0..grid.first().map_or(0, Vec::len) {
            let name = column_label(self.table.kind, c);
            let left = area.x + LABEL + c as u16 * width + (width / 2).saturating_sub(name.len() as u16 / 2);
            buffer.set_string(left, area.y + grid.len() as u16 * height, name, label);
        }
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let texts = self.table.words();
        let status = if self.thinking.is_some() { texts.thinking.clone() } else { self.table.status() };
        let colours = material(self.table.kind);
        let side = |player: Player| {
            let colour = if player == Player::First { colours.first } else { colours.second };
            let stone = Span::styled(" ● ", Style::new().fg(colour).bg(colours.ground));
            Line::from(vec![stone, Span::raw(format!(" {}", self.table.name(player)))])
        };
        let mut lines: Vec<Line<'_>> = Player::BOTH.map(side).into();
        lines.extend([
            Line::raw(""),
            Line::styled(status, Style::new().add_modifier(Modifier::BOLD)),
            Line::raw(""),
            Line::raw(format!("{}: {}", texts.moves, self.table.move_line())),
        ]);
        let block = Block::bordered().border_style(Style::new().fg(Color::DarkGray));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }).block(block), area);
    }
}

/// Characters left of the board for row names.
const LABEL: u16 = 3;

/// The largest cell that lets board and labels fit, `None` if not even the smallest does.
fn cell_size(area: Rect, rows: usize, cols: usize) -> Option<(u16, u16)> {
    let fits =
        |&(width, height): &(u16, u16)| cols as u16 * width + LABEL < area.width && rows as u16 * height < area.height;
    [(5, 2), (3, 1), (2, 1)].into_iter().find(fits)
}
