"""The quantisation-aware finish: a folded net learns to live with 8-bit weights and 7-bit activations.

Weights are symmetric int8 with one scale per output channel, activations unsigned 7-bit with one fixed clip per layer,
so that the AVX2 multiply-add of byte pairs cannot saturate. The trunk, what the blocks spread and the heads stay
in floating point.
"""

import torch
import torch.nn.functional as F
from torch import nn

from net import parts, pool

WEIGHT_MAX, ACTIVATION_MAX = 127, 127


def straight_through(exact, rounded):
    """The rounded value whose gradient is that of the exact one."""
    return exact + (rounded - exact).detach()


def weight_scale(weight):
    """One step per output channel; never 0."""
    return weight.detach().abs().amax((1, 2, 3)).clamp(min=1e-9) / WEIGHT_MAX


class QuantNet(nn.Module):
    """A folded net that computes as the int8 kernel will once `clips` are calibrated and `rounding` is on."""

    def __init__(self, folded, mask_plane):
        super().__init__()
        self.mask_plane = mask_plane
        self.blocks = len(parts(folded)[1])
        self.weights = nn.ParameterList(nn.Parameter(tensor.clone().float()) for tensor in folded)
        # Clip of the input of every convolution after the stem, whose planes are 0 and 1.
        self.register_buffer("clips", torch.zeros(2 * self.blocks, device=folded[0].device))
        self.calibrating = self.rounding = False
        self.to(memory_format=torch.channels_last)

    def rounded_weight(self, weight):
        if not self.rounding:
            return weight
        scale = weight_scale(weight)[:, None, None, None]
        return straight_through(weight, (weight / scale).round().clamp(-WEIGHT_MAX, WEIGHT_MAX) * scale)

    def rounded_input(self, h, layer):
        if self.calibrating:
            self.clips[layer] = torch.maximum(self.clips[layer], h.detach().amax().float())
        if not self.rounding:
            return h
        step = self.clips[layer] / ACTIVATION_MAX
        clipped = torch.minimum(h, self.clips[layer].to(h.dtype))
        return straight_through(clipped, ((clipped / step).round() * step).to(h.dtype))

    def conv(self, h, layer):
        return F.conv2d(h, self.rounded_weight(self.weights[2 * layer]), self.weights[2 * layer + 1], padding=1)

    def forward(self, planes):
        _, spread, (policy_w, policy_b, value_w, value_b, hidden_w, hidden_b, out_w, out_b) = parts(list(self.weights))
        x = planes.permute(0, 3, 1, 2)
        mask = x[:, self.mask_plane:self.mask_plane + 1] if self.mask_plane >= 0 else None
        inside = (lambda y: y * mask) if mask is not None else (lambda y: y)
        trunk = inside(F.relu(self.conv(x, 0)))
        for layer in range(0, 2 * self.blocks, 2):
            inner = self.rounded_input(inside(F.relu(self.conv(self.rounded_input(trunk, layer), layer + 1))), layer + 1)
            everywhere = F.linear(pool(inner, mask), spread[layer // 2])[:, :, None, None]
            trunk = inside(F.relu(trunk + self.conv(inner, layer + 2) + everywhere))
        pooled = pool(inside(F.relu(F.conv2d(trunk, value_w, value_b))), mask)
        value = F.linear(F.relu(F.linear(pooled, hidden_w, hidden_b)), out_w, out_b)
        logits = F.conv2d(trunk, policy_w, policy_b)
        return logits.flatten(1).float(), torch.tanh(value.float()).squeeze(1)

    @torch.no_grad()
    def effective(self):
        """The folded weights after rounding: a float net with these differs only by its unrounded activations."""
        convs = 2 * self.blocks + 1
        return [self.rounded_weight(w.data) if i < 2 * convs and i % 2 == 0 else w.data for i, w in enumerate(self.weights)]


@torch.no_grad()
def calibrate(net, batch, batches=8):
    """Sets every clip to the largest activation seen."""
    net.calibrating = True
    for _ in range(batches):
        batch.draw()
        net(batch.planes.float())
    net.calibrating = False
    net.clips.clamp_(min=1e-3)
