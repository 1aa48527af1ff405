use super::*;

fn graph(edges: &[(u32, &[u32])]) -> Result<TaskGraph, Vec<GraphFault>> {
    let numbers = |list: &[u32]| list.iter().copied().map(TaskNumber).collect();
    TaskGraph::build(
        &edges
            .iter()
            .map(|(task, after)| (TaskNumber(*task), numbers(after)))
            .collect(),
    )
}

fn cycle(circle: &[u32]) -> GraphFault {
    GraphFault::Cycle(circle.iter().copied().map(TaskNumber).collect())
}

#[test]
fn orders_by_dependency_then_number() {
    let order = graph(&[(1, &[4]), (2, &[]), (3, &[2]), (4, &[3])]).unwrap().order();
    assert_eq!(order, [2, 3, 4, 1].map(TaskNumber));
    assert_eq!(graph(&[]).unwrap().order(), []);
}

#[test]
fn names_every_fault_once() {
    let faults = graph(&[(1, &[2]), (2, &[1, 9]), (3, &[3]), (4, &[5]), (5, &[6]), (6, &[4, 5])]).unwrap_err();
    assert_eq!(
        faults,
        [
            GraphFault::Unknown {
                task: TaskNumber(2),
                dependency: TaskNumber(9)
            },
            cycle(&[1, 2]),
            cycle(&[3]),
            cycle(&[4, 5, 6]),
        ]
    );
}

/// All 512 directed graphs on three tasks, judged by a definition too slow for anything bigger.
#[test]
fn agrees_with_brute_force_on_all_small_graphs() {
    for bits in 0..512_u32 {
        let has = |from: u32, to: u32| bits >> (from * 3 + to) & 1 == 1;
        let edges: BTreeMap<_, Vec<_>> = (0..3)
            .map(|from| {
                (
                    TaskNumber(from),
                    (0..3).filter(|&to| has(from, to)).map(TaskNumber).collect(),
                )
            })
            .collect();
        let mut reach = [[false; 3]; 3];
        for _ in 0..3 {
            for (from, to) in (0..3).flat_map(|from| (0..3).map(move |to| (from, to))) {
                reach[from][to] |=
                    has(from as u32, to as u32) || (0..3).any(|via| has(from as u32, via as u32) && reach[via][to]);
            }
        }
        let cyclic = (0..3).any(|task| reach[task][task]);
        match TaskGraph::build(&edges) {
            Err(_) => assert!(cyclic, "{edges:?}"),
            Ok(graph) => {
                assert!(!cyclic, "{edges:?}");
                let order = graph.order();
                assert_eq!(order.len(), 3);
                let place = |number| order.iter().position(|&other| other == number);
                for (task, after) in &edges {
                    assert!(after.iter().all(|dependency| place(*dependency) < place(*task)));
                }
            }
        }
    }
}

#[test]
fn a_chain_of_100_000_needs_no_deep_stack() {
    let chain = |last_waits_for_first: bool| -> BTreeMap<_, Vec<_>> {
        let mut edges: BTreeMap<_, _> = (1..=100_000)
            .map(|n| (TaskNumber(n), if n > 1 { vec![TaskNumber(n - 1)] } else { vec![] }))
            .collect();
        if last_waits_for_first {
            edges.insert(TaskNumber(1), vec![TaskNumber(100_000)]);
        }
        edges
    };
    let graph = TaskGraph::build(&chain(false)).unwrap();
    assert!(graph.order().is_sorted());
    assert_eq!(graph.levels()[&TaskNumber(100_000)], 99_999);
    let faults = TaskGraph::build(&chain(true)).unwrap_err();
    assert!(matches!(&faults[..], [GraphFault::Cycle(circle)] if circle.len() == 100_000));
}
