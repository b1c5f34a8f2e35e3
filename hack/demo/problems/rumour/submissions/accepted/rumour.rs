use std::collections::VecDeque;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    let mut next = || numbers.next().unwrap();
    let (n, m, k) = (next(), next(), next());
    let mut day = vec![None; n + 1];
    let mut queue = VecDeque::new();
    for _ in 0..k {
        let person = next();
        day[person] = Some(0);
        queue.push_back(person);
    }
    let mut friends = vec![Vec::new(); n + 1];
    for _ in 0..m {
        let (a, b) = (next(), next());
        friends[a].push(b);
        friends[b].push(a);
    }
    let mut informed = k;
    let mut last = 0;
    while let Some(person) = queue.pop_front() {
        last = day[person].unwrap();
        for &friend in &friends[person] {
            if day[friend].is_none() {
                day[friend] = Some(last + 1);
                informed += 1;
                queue.push_back(friend);
            }
        }
    }
    if informed < n {
        println!("never");
    } else {
        println!("{}", last);
    }
}
