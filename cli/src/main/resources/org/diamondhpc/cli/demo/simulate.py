"""Heat in one plate, by explicit finite differences: simulate.py PROBLEM INDEX writes field-INDEX.bin.

Frames of GRID x GRID little-endian doubles, the first before any step, then one every EVERY steps. Only
additions, multiplications and divisions: every IEEE 754 machine gets the same bits.
"""
import array
import json
import sys

with open(sys.argv[1]) as f:
    problem = json.load(f)
index = int(sys.argv[2])
n, r = problem["grid"], problem["diffusivity"][index]


def begin():
    plate = [[0.0] * n for _ in range(n)]
    state = problem["seed"] + index
    for i in range(n):
        for j in range(n):
            if (i - n // 2) ** 2 + (j - n // 2) ** 2 <= problem["radius"] ** 2:
                state = (state * 1103515245 + 12345) % 2147483648
                plate[i][j] = 900.0 + (state % 2000) / 10.0
    return plate


def step(u):
    edge = [0.0] * n
    inner = [[0.0] + [x + r * (a + b + w + e - 4.0 * x) for x, a, b, w, e in
                      zip(u[i][1:-1], u[i - 1][1:-1], u[i + 1][1:-1], u[i], u[i][2:])] + [0.0]
             for i in range(1, n - 1)]
    return [edge] + inner + [edge]


def write(out, u):
    for row in u:
        values = array.array("d", row)
        if sys.byteorder == "big":
            values.byteswap()
        values.tofile(out)


u = begin()
with open("field-%d.bin" % index, "wb") as out:
    write(out, u)
    for s in range(1, problem["steps"] + 1):
        u = step(u)
        if s % problem["every"] == 0:
            write(out, u)
print("plate %d: %d steps, centre now %.3f" % (index, problem["steps"], u[n // 2][n // 2]))
