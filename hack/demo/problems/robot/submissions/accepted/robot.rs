use std::collections::HashSet;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace();
    let rows: usize = words.next().unwrap().parse().unwrap();
    words.next();
    let grid: Vec<&[u8]> = (0..rows).map(|_| words.next().unwrap().as_bytes()).collect();
    let start = |row: &&[u8]| row.iter().position(|&c| c == b'S');
    let mut y = grid.iter().position(|row| start(row).is_some()).unwrap() as isize;
    let mut x = start(&grid[y as usize]).unwrap() as isize;
    let (mut dy, mut dx) = (-1isize, 0isize);
    let mut clean = HashSet::new();
    clean.insert((y, x));
    let mut bumps = 0;
    let free = |y: isize, x: isize| y >= 0 && x >= 0 && grid.get(y as usize).and_then(|row| row.get(x as usize)).map_or(false, |&c| c != b'#');
    for command in words.next().unwrap_or("").chars() {
        match command {
            'L' => {
                let turned = (-dx, dy);
                dy = turned.0;
                dx = turned.1;
            }
            'R' => {
                let turned = (dx, -dy);
                dy = turned.0;
                dx = turned.1;
            }
            _ if free(y + dy, x + dx) => {
                y += dy;
                x += dx;
                clean.insert((y, x));
            }
            _ => bumps += 1,
        }
    }
    println!("{} {}", clean.len(), bumps);
}
