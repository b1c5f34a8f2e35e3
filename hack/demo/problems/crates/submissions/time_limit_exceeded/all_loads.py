from itertools import combinations

n = int(input())
weights = list(map(int, input().split()))


def search():
    for k in range(1, n + 1):
        for load in combinations(range(n), k):
            if sum(weights[i] for i in load) % n == 0:
                return load


load = search()
print(len(load))
print(*(i + 1 for i in load))
