//! What the program says to people, in English and Chinese. Both tables have the same fields, so none can be missing.

use clap::ValueEnum;
use luozi::core::IllegalMove;
use luozi::games::GameKind;

/// A language of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// 中文
    Zh,
}

impl Lang {
    /// The language asked for, or that of the environment.
    pub fn or_environment(chosen: Option<Lang>) -> Lang {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let value = std::env::var(name).ok()?;
            (!value.is_empty()).then_some(value)
        });
        chosen.unwrap_or(if named.is_some_and(|name| name.starts_with("zh")) { Lang::Zh } else { Lang::En })
    }

    /// The texts of this language.
    pub fn texts(self) -> &'static Texts {
        match self {
            Lang::En => &EN,
            Lang::Zh => &ZH,
        }
    }
}

/// Everything `play` says.
pub struct Texts {
    pub games: [&'static str; 3],
    pub first: &'static str,
    pub second: &'static str,
    pub you: &'static str,
    pub engine: &'static str,
    pub to_move: &'static str,
    pub thinking: &'static str,
    pub engine_plays: &'static str,
    pub hint: &'static str,
    pub draw: &'static str,
    pub wins: &'static str,
    pub pass: &'static str,
    pub illegal: &'static str,
    pub nothing_to_undo: &'static str,
    pub plain_help: &'static str,
    pub keys: &'static str,
    pub column_keys: &'static str,
    pub moves: &'static str,
    pub too_small: &'static str,
}

static EN: Texts = Texts {
    games: ["Connect Four", "Reversi", "NoGo"],
    first: "First",
    second: "Second",
    you: "you",
    engine: "engine",
    to_move: "to move",
    thinking: "thinking...",
    engine_plays: "The engine plays",
    hint: "Hint",
    draw: "A draw.",
    wins: "wins",
    pass: "passes",
    illegal: "is not possible",
    nothing_to_undo: "There is nothing to take back.",
    plain_help: "Type a move, or: undo, hint, board, moves, help, quit",
    keys: "arrows move  Enter play  u undo  h hint  n new game  q quit",
    column_keys: "1-9 drop in that column",
    moves: "Moves",
    too_small: "The window is too small for this board; enlarge it, or use --plain.",
};

static ZH: Texts = Texts {
    games: ["重力四子棋", "黑白棋", "不围棋"],
    first: "先手",
    second: "后手",
    you: "你",
    engine: "引擎",
    to_move: "走棋",
    thinking: "思考中……",
    engine_plays: "引擎落子",
    hint: "提示",
    draw: "和棋。",
    wins: "获胜",
    pass: "停一手",
    illegal: "不能这样走",
    nothing_to_undo: "没有可以悔的棋。",
    plain_help: "输入一步棋，或：undo 悔棋、hint 提示、board 棋盘、moves 棋谱、help 帮助、quit 退出",
    keys: "方向键移动  回车落子  u 悔棋  h 提示  n 新局  q 退出",
    column_keys: "1-9 投入该列",
    moves: "棋谱",
    too_small: "窗口太小，放不下这个棋盘；请放大窗口，或使用 --plain。",
};

impl Texts {
    /// The name of a game.
    pub fn game(&self, game: GameKind) -> &'static str {
        self.games[GameKind::ALL.iter().position(|&kind| kind == game).unwrap_or(0)]
    }
}

/// Why the rules refuse a move, in the player's language.
pub fn reason(lang: Lang, reason: IllegalMove) -> String {
    if lang == Lang::En {
        return reason.to_string();
    }
    match reason {
        IllegalMove::GameOver => "对局已经结束",
        IllegalMove::OffBoard => "不在棋盘上",
        IllegalMove::ColumnFull => "这一列已经满了",
        IllegalMove::Occupied => "这里已经有棋子",
        IllegalMove::FlipsNothing => "没有翻转任何棋子",
        IllegalMove::MayNotPass => "还有棋可走时不能停一手",
        IllegalMove::MustPass => "无棋可走，必须停一手",
        IllegalMove::Captures => "会提子，而提子是禁止的",
        IllegalMove::Suicide => "己方这块棋会没有气，自杀是禁止的",
        IllegalMove::CentreOpening => "第一步不能下在天元",
    }
    .to_string()
}
