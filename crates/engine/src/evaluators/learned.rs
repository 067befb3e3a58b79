//! Evaluators that were learned: nets, and Reversi's pattern tables. `left_out.rs` stands in for this file in builds without
//! them.

use super::{BoxedEvaluator, EvaluatorError, EvaluatorKind};
use crate::RecipeError;
use luozi_eval::mosaic::{Mosaic, MosaicEvaluator, MosaicWeights};
use luozi_eval::patterns::{PatternEvaluator, PatternWeights, Patterns};
use luozi_eval::planes::NetGame;
use luozi_eval::shipped::Shipped;
use luozi_eval::{Net, NetEvaluator, Weights};
use luozi_games::{GameKind, reversi};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A net that the user brought. Two are equal when they are the same one.
#[derive(Clone, Debug)]
pub struct OwnNet(Arc<Net>);

impl OwnNet {
    /// Reads a weights file.
    pub fn read(data: &[u8]) -> Result<OwnNet, RecipeError> {
        Ok(OwnNet(Arc::new(Net::new(&Weights::read(data)?))))
    }
}

impl PartialEq for OwnNet {
    fn eq(&self, other: &OwnNet) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// `Playable::nets` of a game that nets can look at.
pub(super) fn net_evaluators<G: NetGame>(
    game: &G,
    own_net: Option<&OwnNet>,
    threads: usize,
) -> Result<Vec<BoxedEvaluator<G>>, EvaluatorError> {
    let net = match own_net {
        Some(OwnNet(net)) => Arc::clone(net),
        None => shipped_net(G::KIND)?,
    };
    let first = NetEvaluator::new(net, game)?;
    Ok((0..threads).map(|_| Box::new(first.twin()) as _).collect())
}

/// Reversi's learned tables of that name as an evaluator.
pub(super) fn tables(
    kind: EvaluatorKind,
    rules: &reversi::Rules,
) -> Result<BoxedEvaluator<reversi::Rules>, EvaluatorError> {
    Ok(match kind {
        EvaluatorKind::MOSAIC => Box::new(MosaicEvaluator::new(shipped_mosaic()?, rules)?),
        _ => Box::new(PatternEvaluator::new(shipped_patterns()?, rules)?),
    })
}

/// The discs ahead that a value of such tables stands for with so many discs on 8x8; `None` for other evaluators.
pub(super) fn discs_ahead(kind: EvaluatorKind, value: f64, discs: u32) -> Option<f64> {
    match kind {
        EvaluatorKind::PATTERNS => Some(shipped_patterns().ok()?.difference(value, discs)),
        EvaluatorKind::MOSAIC => Some(shipped_mosaic().ok()?.difference(value, discs)),
        _ => None,
    }
}

/// The bytes of a file that comes with the program.
fn data_of(shipped: Shipped) -> Result<&'static [u8], EvaluatorError> {
    shipped.data().ok_or(EvaluatorError::NotHere(shipped.file))
}

/// The shipped pattern tables, unpacked once.
fn shipped_patterns() -> Result<Arc<Patterns>, EvaluatorError> {
    static PATTERNS: OnceLock<Arc<Patterns>> = OnceLock::new();
    let data = data_of(luozi_eval::shipped::REVERSI_PATTERNS)?;
    let read = || PatternWeights::read(data).expect("shipped weights are tested");
    Ok(PATTERNS.get_or_init(|| Arc::new(Patterns::new(&read()))).clone())
}

/// The shipped mosaic of patterns, unpacked once.
pub(crate) fn shipped_mosaic() -> Result<Arc<Mosaic>, EvaluatorError> {
    static MOSAIC: OnceLock<Arc<Mosaic>> = OnceLock::new();
    let data = data_of(luozi_eval::shipped::REVERSI_MOSAIC)?;
    let read = || MosaicWeights::read(data).expect("shipped weights are tested");
    Ok(MOSAIC.get_or_init(|| Arc::new(Mosaic::new(&read()))).clone())
}

/// The shipped net of a game, unpacked once.
fn shipped_net(game: GameKind) -> Result<Arc<Net>, EvaluatorError> {
    static NETS: Mutex<Vec<(GameKind, Arc<Net>)>> = Mutex::new(Vec::new());
    let shipped = luozi_eval::shipped::net_of(game).ok_or(EvaluatorError::NoNet)?;
    let data = data_of(shipped)?;
    let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, net)) = nets.iter().find(|(kind, _)| *kind == game) {
        return Ok(Arc::clone(net));
    }
    let net = Arc::new(Net::new(&Weights::read(data).expect("shipped weights are tested")));
    nets.push((game, Arc::clone(&net)));
    Ok(net)
}
