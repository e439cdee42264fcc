//! Reproducible random numbers.

/// SplitMix64: small, and good enough to distribute faults.
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Seeded with `HINTSMITH_SEED`, or a fixed value. Returns the seed for failure messages.
    pub fn from_env() -> (u64, Self) {
        let seed =
            std::env::var("HINTSMITH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_115);
        (seed, Self { state: seed })
    }

    /// A number in `0..below`.
    pub fn below(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }
}
