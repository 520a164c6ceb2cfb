"""Bits that are passed along the edges of a graph, as that of types which mention each other."""

from collections.abc import Mapping, Sequence
from itertools import chain


def passed_on(edges: Mapping[str, Sequence[str]], direct: Mapping[str, int]) -> dict[str, int]:
    """For each node the bits of all nodes that it can be reached from, its own included.

    Nodes that reach each other have the same bits. Kosaraju's algorithm finds such components with
    the reaching ones before the reached ones, so that each component takes the bits of its
    predecessors when it is found.
    """
    backwards: dict[str, list[str]] = {name: [] for name in edges}
    for name, targets in edges.items():
        for target in targets:
            backwards[target].append(name)
    bits: dict[str, int] = {}
    for start in reversed(_postorder(edges)):
        if start in bits:
            continue
        component = {start: None}
        waiting = [start]
        while waiting:
            for before in backwards[waiting.pop()]:
                if before not in bits and before not in component:
                    component[before] = None
                    waiting.append(before)
        shared = 0
        for name in component:
            shared |= direct[name]
        for before in chain.from_iterable(backwards[name] for name in component):
            shared |= bits.get(before, 0)
        bits.update(dict.fromkeys(component, shared))
    return bits


def _postorder(edges: Mapping[str, Sequence[str]]) -> list[str]:
    """All nodes, each after those that it leads to; without recursion, since types can be chained
    deeply.
    """
    order: list[str] = []
    seen: set[str] = set()
    for start in edges:
        if start in seen:
            continue
        seen.add(start)
        path = [(start, iter(edges[start]))]
        while path:
            name, targets = path[-1]
            target = next((name for name in targets if name not in seen), None)
            if target is None:
                order.append(name)
                path.pop()
            else:
                seen.add(target)
                path.append((target, iter(edges[target])))
    return order
