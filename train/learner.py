"""A net that learns: its optimiser, its running average, and what it is told to come closer to.

The loss is the cross-entropy of the policy, the squared error of the value and, where the net has an owners head, a share of the
squared error of the owners of all cells at the end of the game.
"""

import torch
import torch.nn.functional as F

from net import Net

RESULT_WEIGHT = 0.6  # the value target is this share of the result and the rest of the root's value


class Learner:
    """A net, its optimiser, and the running average of its weights, which is what plays and is exported."""

    def __init__(self, shape, rate, device, auxiliary=0.0):
        self.shape, self.auxiliary = shape, auxiliary
        self.net, self.average = (Net(**shape).to(device) for _ in range(2))
        self.average.load_state_dict(self.net.state_dict())
        self.average.eval()
        self.rate = torch.tensor(rate, device=device)
        fast = dict(fused=True, capturable=True) if device == "cuda" else {}
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=self.rate, weight_decay=1e-4, **fast)
        self.steps = 0

    def step(self, batch):
        """One step on the batch; gives policy divergence, squared value error and, if learnt, that of the owners, for the log."""
        cuda = batch.planes.device.type == "cuda"
        planes = batch.planes if cuda else batch.planes.float()
        with torch.autocast(batch.planes.device.type, torch.bfloat16, enabled=cuda, cache_enabled=False):
            logits, value, *owners = self.net.with_owners(planes) if self.auxiliary else self.net(planes)
        policy_loss, value_loss, figures = losses(batch, logits, value)
        loss = policy_loss + value_loss
        if owners:
            owners_loss = owners_error(batch, *owners)
            loss = loss + self.auxiliary * owners_loss
            figures = torch.cat([figures, owners_loss.detach()[None]])
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        return figures

    @torch.no_grad()
    def follow(self, steps):
        """Moves the average towards the net; it spans about a thousand steps, fewer at the start."""
        self.steps += steps
        share = max(steps / 1000, steps / (0.2 * self.steps + steps))
        mine, new = self.average.state_dict(), self.net.state_dict()
        names = [name for name, tensor in mine.items() if tensor.is_floating_point()]
        torch._foreach_lerp_([mine[name] for name in names], [new[name] for name in names], share)

    def state(self):
        return dict(shape=self.shape, net=self.net.state_dict(), average=self.average.state_dict(),
                    optimiser=self.optimiser.state_dict(), steps=self.steps)

    def restore(self, state):
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        self.steps = state["steps"]


def shares(batch):
    """What each sample counts: nothing while its game goes on."""
    counts = (batch.result < 1.5).float()
    return counts / counts.sum().clamp(min=1)


def owners_error(batch, owners):
    """Mean squared error of the owners of the cells, 1 for the side to move and -1 for the other."""
    return (shares(batch) * ((owners - batch.owners) ** 2).mean(1)).sum()


def losses(batch, logits, value):
    """Policy and value loss, and (divergence, squared error against the result) for the log."""
    counts = shares(batch)
    log_policy = F.log_softmax(logits.masked_fill(batch.allowed == 0, -1e4), 1)
    cross_entropy = -(batch.policy * log_policy).sum(1)
    entropy = -(batch.policy * (batch.policy + 1e-9).log()).sum(1)
    target = RESULT_WEIGHT * batch.result + (1 - RESULT_WEIGHT) * batch.value
    figures = torch.stack([(counts * (cross_entropy - entropy)).sum(), (counts * (value - batch.result) ** 2).sum()])
    return (counts * cross_entropy).sum(), (counts * (value - target) ** 2).sum(), figures.detach()
