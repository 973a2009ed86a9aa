"""Recovers each material's diffusivity from how fast its heat spreads: reads field-*.bin, writes result.json.

The mean square distance of heat from its centre grows by 4 D a step; D is a quarter of the slope of the straight
line through it. Sums are plain loops, so that every machine adds in the same order.
"""
import array
import json
import os
import socket
import sys

with open(sys.argv[1]) as f:
    problem = json.load(f)
n = problem["grid"]


def frames(index):
    with open("field-%d.bin" % index, "rb") as f:
        while True:
            values = array.array("d", f.read(8 * n * n))
            if not values:
                return
            if sys.byteorder == "big":
                values.byteswap()
            yield values


def spread(u):
    heat = x = y = square = 0.0
    for at, value in enumerate(u):
        i, j = divmod(at, n)
        heat += value
        x += value * i
        y += value * j
        square += value * (i * i + j * j)
    x /= heat
    y /= heat
    return square / heat - (x * x + y * y)


def slope(values):
    t = v = tt = tv = 0.0
    for k, value in enumerate(values):
        at = float(k * problem["every"])
        t += at
        v += value
        tt += at * at
        tv += at * value
    m = float(len(values))
    return (m * tv - t * v) / (m * tt - t * t)


recovered = [slope([spread(u) for u in frames(k)]) / 4.0 for k in range(len(problem["diffusivity"]))]
result = {
    "recovered": recovered,
    "fastest": recovered.index(max(recovered)),
    "host": socket.gethostname(),
    "gpus": os.environ.get("CUDA_VISIBLE_DEVICES") or os.environ.get("SLURM_JOB_GPUS") or "",
}
with open("result.json", "w") as out:
    json.dump(result, out)
print("recovered " + ", ".join("%.6f" % d for d in recovered))
