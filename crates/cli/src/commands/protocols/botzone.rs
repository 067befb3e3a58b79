//! `luozi botzone`: Botzone's NoGo and Reversi on stdin and stdout, or on the site itself.

use super::{local_ai, told};
use crate::options::EngineOptions;
use crate::options::platform::{self, Platform};
use luozi::games::GameKind;
use luozi::stdio::botzone::{Bot, Conversation, serve};

/// Speak Botzone's language for NoGo or Reversi on stdin and stdout
///
/// Full JSON, keep-running and simplified text, told apart at every turn. Time counts from the start of the process in
/// the first turn; 950 ms and 128 MB when nothing is said.
/// With --local-ai: plays on the site from this machine, several matches at once.
/// Example: luozi match "botzone:luozi botzone --game nogo" random --game nogo --platform botzone --games 10
#[derive(clap::Args)]
pub struct Args {
    /// nogo or reversi
    #[arg(long, value_name = "GAME")]
    game: GameKind,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    local_ai: local_ai::Options,
}

/// Answers turns until the input closes.
pub fn run(args: &Args) -> anyhow::Result<()> {
    platform::game(Some(args.game), Some(Platform::Botzone))?;
    let bot = Bot::new(args.game, &args.engine.choice()?).map_err(|e| told(&args.engine, e))?;
    if args.local_ai.is_wanted() {
        return args.local_ai.run(args.game, bot);
    }
    Ok(serve(Conversation::new(bot), std::io::stdin().lock(), std::io::stdout(), std::io::stderr())?)
}
