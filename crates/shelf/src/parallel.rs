use std::{
    num::NonZero,
    sync::{Mutex, PoisonError},
    thread,
};

/// Does the same with each of several things, on as many threads as the machine has cores. The results are in the order of the
/// things, so that nothing depends on the number of threads.
pub(crate) fn each<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    if cores == 1 || things.len() < 2 {
        return things.into_iter().map(work).collect();
    }
    let threads = cores.min(things.len());
    let next = Mutex::new(things.into_iter().enumerate());
    let take = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
    let done: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || std::iter::from_fn(take).map(|(n, thing)| (n, work(thing))).collect::<Vec<_>>();
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| match worker.join() {
            Ok(done) => done,
            // What would have ended the program here ends it here.
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().flat_map(join).collect()
    });
    let mut done = done;
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_things() {
        let squares: Vec<u64> = (0..1000).map(|n| n * n).collect();
        assert_eq!(each((0..1000u64).collect(), |n| n * n), squares);
        assert!(each(Vec::<u64>::new(), |n| n).is_empty());
        assert_eq!(each(vec![7], |n| n + 1), [8]);
    }
}
