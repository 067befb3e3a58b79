//! The choices among ways of searching: one enum per question one can ask of a Monte-Carlo search.
//!
//! Each enum is written once, as a list of variants with the word people type for them; the parameter table in
//! [`crate::Params`] reads and prints them by these words.

/// Declares an enum of named choices.
macro_rules! choices {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$variant_meta])* $variant,)+ }

        impl $name {
            /// Every choice, in the order of the documentation.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word for this choice.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

choices! {
    /// Which child a simulation walks into.
    Selection {
        /// UCB1: mean + c·sqrt(2·ln N / n).
        Ucb1 = "ucb1",
        /// UCB1 with the constant inside the root: mean + sqrt(c·ln N / n).
        Ucb1Inside = "ucb1-inside",
        /// PUCT: mean + c·prior·sqrt(N) / (1 + n).
        Puct = "puct",
        /// RAVE: the mean is blended with the node's own all-moves-as-first statistics.
        Rave = "rave",
        /// GRAVE: the same with the statistics of the nearest ancestor that has enough visits.
        Grave = "grave",
    }
}

choices! {
    /// The value of a child nobody has visited: first-play urgency.
    Fpu {
        /// Larger than any visited child: every child is tried once first.
        Infinite = "infinite",
        /// The parent's value.
        Parent = "parent",
        /// The parent's value minus `fpu_value`.
        Reduced = "reduced",
        /// The average of the child's own evaluation and the parent's value.
        Average = "average",
        /// `fpu_value` itself, for the side to move.
        Fixed = "fixed",
    }
}

choices! {
    /// How the graph grows.
    Expansion {
        /// A simulation evaluates one new position.
        One = "one",
        /// A simulation evaluates all children of one new position, whose value is their mean.
        All = "all",
    }
}

choices! {
    /// What a playout's end is worth, always within [-1, 1].
    Reward {
        /// +1, 0 or -1.
        Plain = "plain",
        /// max(1, cap - distance) / cap, where distance counts plies to the end: sooner is more.
        Decayed = "decayed",
        /// The sign, mixed with the score in proportion to `score_weight`.
        Stones = "stones",
        /// The score divided by the largest possible score.
        Score = "score",
    }
}

choices! {
    /// How the news of a simulation travels up.
    Backup {
        /// Running sums along the path of the simulation. Trees only.
        Path = "path",
        /// Every node of the path is computed afresh from its children: U + Σ n·Q over 1 + Σ n.
        Recompute = "recompute",
    }
}

choices! {
    /// How far bounds are used to close parts of the graph.
    Prove {
        /// Not at all.
        Off = "off",
        /// A position is closed when its winner (or the draw) is certain.
        Result = "result",
        /// A position is closed when its exact score is certain.
        Score = "score",
    }
}

choices! {
    /// The move played after the search.
    FinalChoice {
        /// Most visits; the value decides between equals.
        Visits = "visits",
        /// Best value, however few simulations stand behind it.
        Value = "value",
        /// Best value plus exploration bonus.
        Ucb = "ucb",
        /// Best value among moves with at least `visit_floor` of the most visits.
        ValueFloor = "value-floor",
        /// Best lower confidence bound of the value.
        Lcb = "lcb",
    }
}
