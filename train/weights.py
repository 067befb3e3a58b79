"""The weights file: writes what `crates/eval` reads. The format is specified in docs/nets.md."""

import struct

import numpy as np
import torch

from quantise import ACTIVATION_MAX, WEIGHT_MAX, weight_scale

MAGIC, VERSION, HEADER_BYTES = b"LUOZINET", 2, 48


def checksum(data):
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def floats(tensor):
    return tensor.detach().float().cpu().numpy().astype("<f4").tobytes()


def convolution(weight, bias, input_step):
    """One quantised layer: input step, scales, biases, and int8 weights as [output][row][column][input]."""
    scale = weight_scale(weight)
    whole = (weight.detach() / scale[:, None, None, None]).round().clamp(-WEIGHT_MAX, WEIGHT_MAX)
    packed = whole.permute(0, 2, 3, 1).contiguous().cpu().numpy().astype(np.int8).tobytes()
    return struct.pack("<f", input_step) + floats(scale) + floats(bias) + packed


def encode(net, constants, run):
    """The file of a quantised net. `run` names the training run, at most 16 ASCII characters."""
    tensors, blocks = list(net.weights), net.blocks
    channels, planes = tensors[0].shape[:2]
    value_channels, hidden = tensors[-6].shape[0], tensors[-4].shape[0]
    name = run.encode("ascii")
    assert len(name) <= 16, "the name of a run has at most 16 characters"
    header = struct.pack("<8sIIHHHHHHHh16s", MAGIC, VERSION, constants.id, constants.rows, constants.cols, planes,
                         channels, blocks, value_channels, hidden, constants.mask_plane, name)
    steps = [1.0] + [clip / ACTIVATION_MAX for clip in net.clips.tolist()]
    layers = [convolution(tensors[2 * i], tensors[2 * i + 1], step) for i, step in enumerate(steps)]
    data = header + b"".join(layers) + b"".join(floats(tensor) for tensor in tensors[2 * len(steps):])
    return data + struct.pack("<Q", checksum(data))


def decode(data):
    """Reads a file back as (header dict, QuantNet); for matches between shipped nets and for reference outputs."""
    from quantise import QuantNet

    assert data[:8] == MAGIC, "not a weights file"
    assert checksum(data[:-8]) == struct.unpack("<Q", data[-8:])[0], "damaged weights file"
    names = ("version", "game", "rows", "cols", "planes", "channels", "blocks", "value_channels", "hidden", "mask_plane")
    fields = struct.unpack("<IIHHHHHHHh16s", data[8:HEADER_BYTES])
    header = dict(zip(names, fields), run=fields[-1].rstrip(b"\0").decode())
    assert header["version"] in (1, VERSION), f"a weights file of version {header['version']}; expected 1 or {VERSION}"
    at = HEADER_BYTES

    def take(dtype, *shape):
        nonlocal at
        count = int(np.prod(shape))
        part = np.frombuffer(data, dtype, count, at).reshape(shape)
        at += part.nbytes
        return torch.from_numpy(part.astype(np.float32))

    channels, inputs, tensors, clips = header["channels"], header["planes"], [], []
    for _ in range(2 * header["blocks"] + 1):
        clips.append(take("<f4", 1).item() * ACTIVATION_MAX)
        scale, bias = take("<f4", channels), take("<f4", channels)
        whole = take(np.int8, channels, 3, 3, inputs).permute(0, 3, 1, 2)
        tensors += [whole * scale[:, None, None, None], bias]
        inputs = channels
    value_channels, hidden = header["value_channels"], header["hidden"]
    for _ in range(header["blocks"]):  # files of version 1 spread nothing
        tensors.append(torch.zeros(channels, 2 * channels) if header["version"] == 1 else take("<f4", channels, 2 * channels))
    for shape in ((1, channels, 1, 1), (1,), (value_channels, channels, 1, 1), (value_channels,),
                  (hidden, 2 * value_channels), (hidden,), (1, hidden), (1,)):
        tensors.append(take("<f4", *shape))
    assert at == len(data) - 8, "wrong length"
    net = QuantNet(tensors, header["mask_plane"])
    net.clips.copy_(torch.tensor(clips[1:]))
    net.rounding = True
    return header, net
