"""The residual net: for training, folded for fast self-play, and as the list of tensors the other parts exchange.

stem 3x3, `blocks` residual blocks of two 3x3 convolutions, a 1x1 policy head read at cells, and a value head that pools
mean and maximum. Inside every block mean and maximum over the board are pooled as well, and a linear function of them is
added to all cells: so every cell hears at once of what is far away or has to be counted. On games with a mask plane
everything outside the board is zero after every layer. A head that guesses who will own each cell at the end of the game
may help training; it is never exported.
"""

import torch
import torch.nn.functional as F
from torch import nn

VALUE_CHANNELS, VALUE_HIDDEN = 32, 64


class ConvNorm(nn.Module):
    """A convolution with batch normalisation, which folds into weight and bias."""

    def __init__(self, inputs, outputs, size=3):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.norm(self.conv(x))

    def folded(self):
        gain = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * gain[:, None, None, None], self.norm.bias - self.norm.running_mean * gain

    def undo_normalisation(self, bias):
        """A hook on the convolution: from its output, sets the normalisation to do nothing but add `bias`."""
        def hook(_conv, _input, output):
            variance, mean = torch.var_mean(output, (0, 2, 3), correction=0)
            self.norm.running_mean.copy_(mean)
            self.norm.running_var.copy_(variance)
            self.norm.weight.copy_(torch.sqrt(variance + self.norm.eps))
            self.norm.bias.copy_(bias + mean)

        return hook


class Net(nn.Module):
    """The net as it is trained. `mask_plane` is -1 where the board always fills the canvas."""

    def __init__(self, planes, channels, blocks, mask_plane, owners=False):
        super().__init__()
        self.mask_plane = mask_plane
        self.stem = ConvNorm(planes, channels)
        self.first = nn.ModuleList(ConvNorm(channels, channels) for _ in range(blocks))
        self.second = nn.ModuleList(ConvNorm(channels, channels) for _ in range(blocks))
        for layer in self.second:  # every block begins as the identity
            nn.init.zeros_(layer.norm.weight)
        self.spread = nn.ModuleList(nn.Linear(2 * channels, channels, bias=False) for _ in range(blocks))
        for layer in self.spread:
            nn.init.zeros_(layer.weight)
        self.policy = nn.Conv2d(channels, 1, 1)
        self.value_conv = ConvNorm(channels, VALUE_CHANNELS, 1)
        self.value_hidden = nn.Linear(2 * VALUE_CHANNELS, VALUE_HIDDEN)
        self.value_out = nn.Linear(VALUE_HIDDEN, 1)
        nn.init.zeros_(self.value_out.weight)
        if owners:
            self.owners = nn.Conv2d(channels, 1, 1)
            nn.init.zeros_(self.owners.weight)
        self.to(memory_format=torch.channels_last)

    def forward(self, planes):
        """Logits by cell and values, from planes in NHWC."""
        return self.heads(*self.trunk(planes))

    def with_owners(self, planes):
        """The same, and the owner of every cell at the end: 1 the side to move, -1 the other, 0 outside the board."""
        h, mask = self.trunk(planes)
        owners = torch.tanh(self.owners(h).float())
        return *self.heads(h, mask), (owners if mask is None else owners * mask).flatten(1)

    def trunk(self, planes):
        """The last layer before the heads, and the mask of the board, None where it fills the canvas."""
        x = planes.permute(0, 3, 1, 2)
        mask = x[:, self.mask_plane:self.mask_plane + 1] if self.mask_plane >= 0 else None
        inside = (lambda y: y * mask) if mask is not None else (lambda y: y)
        h = inside(F.relu(self.stem(x)))
        for first, second, spread in zip(self.first, self.second, self.spread):
            inner = inside(F.relu(first(h)))
            h = inside(F.relu(h + second(inner) + spread(pool(inner, mask))[:, :, None, None]))
        return h, mask

    def heads(self, h, mask):
        features = F.relu(self.value_conv(h))
        pooled = pool(features if mask is None else features * mask, mask)
        value = self.value_out(F.relu(self.value_hidden(pooled)))
        return self.policy(h).flatten(1).float(), torch.tanh(value.float()).squeeze(1)

    @torch.no_grad()
    def folded(self):
        """All weights without normalisation, in the order of the weights file."""
        tensors = [*self.stem.folded()]
        for first, second in zip(self.first, self.second):
            tensors += [*first.folded(), *second.folded()]
        tensors += [layer.weight for layer in self.spread]
        tensors += [self.policy.weight, self.policy.bias, *self.value_conv.folded()]
        tensors += [self.value_hidden.weight, self.value_hidden.bias, self.value_out.weight, self.value_out.bias]
        return [tensor.detach().clone() for tensor in tensors]

    @torch.no_grad()
    def adopt(self, folded, planes):
        """Takes over folded weights. Normalisation is set from these planes so that training starts from the same function."""
        convs, spread, (policy_w, policy_b, *value_conv, hidden_w, hidden_b, out_w, out_b) = parts(folded)
        layers = [self.stem, *(layer for pair in zip(self.first, self.second) for layer in pair), self.value_conv]
        hooks = []
        for layer, weight, bias in zip(layers, [*convs[::2], value_conv[0]], [*convs[1::2], value_conv[1]]):
            layer.conv.weight.copy_(weight)
            hooks.append(layer.conv.register_forward_hook(layer.undo_normalisation(bias)))
        rest = {self.policy: (policy_w, policy_b), self.value_hidden: (hidden_w, hidden_b), self.value_out: (out_w, out_b)}
        for layer, (weight, bias) in rest.items():
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
        for layer, weight in zip(self.spread, spread):
            layer.weight.copy_(weight)
        self.eval()(planes)
        for hook in hooks:
            hook.remove()


def parts(folded):
    """Folded tensors as those of the 3x3 convolutions (weight, bias, ...), those that the blocks spread, and the eight of the heads."""
    blocks = (len(folded) - 10) // 5
    convs = 2 + 4 * blocks
    return folded[:convs], folded[convs:convs + blocks], folded[convs + blocks:]


def pool(features, mask):
    """Mean over the board and maximum of non-negative features that are zero outside it."""
    if mask is None:
        return torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
    return torch.cat([features.sum((2, 3)) / mask.sum((2, 3)), features.amax((2, 3))], 1)


class FastNet:
    """Folded weights in fixed buffers: what self-play and matches evaluate, and what a CUDA graph can capture.

    On the GPU in bfloat16 with the fused cuDNN convolutions, which are twice as fast as separate bias and relu.
    """

    OUTSIDE = -1e4  # added before a relu: certainly zero after it

    def __init__(self, folded, mask_plane):
        self.device, self.mask_plane = folded[0].device.type, mask_plane
        self.dtype = torch.bfloat16 if self.device == "cuda" else torch.float32
        self.weights = [self.convert(tensor) for tensor in folded]

    def convert(self, tensor):
        tensor = tensor.detach().to(self.dtype)
        return tensor.contiguous(memory_format=torch.channels_last) if tensor.dim() == 4 else tensor.clone()

    @torch.no_grad()
    def load(self, folded):
        for mine, new in zip(self.weights, folded):
            mine.copy_(new)

    def conv_relu(self, x, weight, bias, add=None):
        one = (1, 1)
        if self.device == "cuda":
            if add is None:
                return torch.cudnn_convolution_relu(x, weight, bias, one, one, one, 1)
            return torch.cudnn_convolution_add_relu(x, weight, add, 1.0, bias, one, one, one, 1)
        y = F.conv2d(x, weight, bias, padding=1)
        return F.relu_(y if add is None else y.add_(add))

    @torch.no_grad()
    def __call__(self, planes, logits, value):
        """Evaluates planes in NHWC into `logits` (by cell) and `value`."""
        w, spread, (policy_w, policy_b, value_w, value_b, hidden_w, hidden_b, out_w, out_b) = parts(self.weights)
        x = planes.to(self.dtype).permute(0, 3, 1, 2)
        mask = fence = None
        if self.mask_plane >= 0:
            mask = x[:, self.mask_plane:self.mask_plane + 1].contiguous()
            wide = (-1, w[0].shape[0], -1, -1)
            fence = ((1 - mask) * self.OUTSIDE).expand(wide).contiguous(memory_format=torch.channels_last)
        h = self.conv_relu(x, w[0], w[1], fence)
        for block, spread_w in enumerate(spread):
            w1, b1, w2, b2 = w[2 + 4 * block:6 + 4 * block]
            inner = self.conv_relu(h, w1, b1, fence)
            h = self.conv_relu(inner, w2, b2, h.add_((pool(inner, mask) @ spread_w.t())[:, :, None, None]))
            if mask is not None:
                h.mul_(mask)
        count, channels = h.shape[:2]
        cells = h.permute(0, 2, 3, 1).reshape(-1, channels)
        logits.copy_((cells @ policy_w.reshape(1, -1).t()).view_as(logits) + policy_b)
        features = F.relu_(torch.addmm(value_b, cells, value_w.reshape(-1, channels).t())).view(count, -1, VALUE_CHANNELS)
        if mask is None:
            mean = features.mean(1)
        else:
            board = mask.view(count, -1, 1)
            features = features.mul_(board)
            mean = features.sum(1) / board.sum(1)
        hidden = F.relu_(torch.addmm(hidden_b, torch.cat([mean, features.amax(1)], 1), hidden_w.t()))
        value.copy_(torch.tanh(torch.addmm(out_b, hidden, out_w.t()).float()).squeeze(1))


def check_fast_net(shape, library, planes):
    """The fast net computes what the net computes, on random weights; raises when it does not."""
    net = Net(**shape).to(library.device).eval()
    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.weight.uniform_(0.5, 1.0)
                module.bias.uniform_(-0.2, 0.2)
                module.running_mean.uniform_(-0.1, 0.1)
        for layer in (net.value_out, *net.spread):
            nn.init.normal_(layer.weight, std=0.1)
        logits = torch.empty(len(planes), library.constants.cells, device=library.device)
        value = torch.empty(len(planes), device=library.device)
        FastNet(net.folded(), shape["mask_plane"])(planes, logits, value)
        true_logits, true_value = net(planes.float())
        if shape["mask_plane"] >= 0:
            inside = planes[..., shape["mask_plane"]].flatten(1).float()
            logits, true_logits = logits * inside, true_logits * inside
    errors = [((a - b).norm() / b.norm()).item() for a, b in ((logits, true_logits), (value, true_value))]
    assert max(errors) < 0.05, f"the fast net is wrong: relative errors {errors}"
    return errors
