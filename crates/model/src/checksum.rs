/// A sum that any one altered byte changes, and any few with it. It tells a broken disk from sound bytes, not an enemy: eight
/// bytes a step keep it below the time that reading takes.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    let step = |sum: u64, word: u64| (sum.rotate_left(29) ^ word).wrapping_mul(PRIME);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| step(sum, u64::from_le_bytes(*word)));
    step(sum, u64::from_le_bytes(last))
}
