//! Data-parallel processing of slices with scoped threads.

use std::panic::resume_unwind;

/// Processes chunks of a slice on several threads and concatenates the results in order. Each chunk has at least about
/// `min_chunk_len` items; `work` gets the index of its first item.
pub fn map_chunks<T: Sync, R: Send>(
    items: &[T],
    min_chunk_len: usize,
    work: impl Fn(usize, &[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (items.len() / min_chunk_len.max(1)).min(processors);
    if threads < 2 {
        return work(0, items);
    }
    let share = items.len().div_ceil(threads);
    let work = &work;
    std::thread::scope(|scope| {
        let shares = (0..).step_by(share).zip(items.chunks(share));
        let threads: Vec<_> = shares.map(|(start, items)| scope.spawn(move || work(start, items))).collect();
        let mut all = Vec::with_capacity(items.len());
        for thread in threads {
            // `join` fails only if `work` panicked; the panic is passed on to the caller.
            all.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_in_order_for_any_chunk_count() {
        for length in [0_usize, 1, 2, 7, 64, 1000] {
            let items: Vec<usize> = (0..length).collect();
            for least in [0, 1, 3, 64, 10_000] {
                let made = super::map_chunks(&items, least, |start, part| {
                    assert!(part.first().is_none_or(|first| *first == start));
                    part.iter().map(|item| item * 2).collect()
                });
                assert_eq!(made, items.iter().map(|item| item * 2).collect::<Vec<_>>());
            }
        }
    }
}
