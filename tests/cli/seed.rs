//! Chance that can be had again.

/// A row of numbers that follows from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    /// By the seed in `LAWGREP_SEED`, else always the same. A failing test shows it.
    pub(crate) fn new() -> Self {
        let seed = std::env::var("LAWGREP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_270_801);
        println!("LAWGREP_SEED={seed}");
        Self(seed)
    }

    /// Another row of the same seed.
    pub(crate) fn row(&self, n: u64) -> Self {
        Self(self.0.wrapping_add(n.wrapping_mul(0x632B_E59B_D9B4_E019)))
    }

    /// The next number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end.max(1)
    }
}
