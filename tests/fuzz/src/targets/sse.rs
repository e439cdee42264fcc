//! An event stream gives the same events however it is split into chunks.

const MAX_EVENT_BYTES: usize = 4096;

pub fn run(data: &[u8]) {
    let whole = hintsmith_mcp::fuzzing::parse_events(&[data], MAX_EVENT_BYTES);
    let size = data.first().map_or(1, |first| usize::from(*first % 7) + 1);
    let pieces: Vec<&[u8]> = data.chunks(size).collect();
    let cut = hintsmith_mcp::fuzzing::parse_events(&pieces, MAX_EVENT_BYTES);
    // An oversized stream is rejected at its end at the latest, and never before it is too long.
    if let (Some(whole), Some(cut)) = (&whole, &cut) {
        assert_eq!(whole, cut);
    }
    let is_short = data.len() <= MAX_EVENT_BYTES;
    assert!(!is_short || (whole.is_some() && cut.is_some()), "a short stream is refused");
}
