//! Whether work is done here or given to a farm.

use clap::Args;
use std::path::PathBuf;

/// Whether work is given to a farm.
#[derive(Args, Clone, Debug, Default)]
pub struct FarmOptions {
    /// Give the work to workers anywhere (luozi worker): sqlite:FILE, where this program works as well, or
    /// postgres://USER:PASSWORD@HOST/DATABASE, where it does if its number of threads or games at once is given
    #[arg(id = "farm", long = "farm", value_name = "URL")]
    pub url: Option<String>,
    /// File with the secret that the farm's server and workers share; LUOZI_FARM_TOKEN when left out
    #[arg(long, value_name = "FILE", requires = "farm")]
    pub token_file: Option<PathBuf>,
}
