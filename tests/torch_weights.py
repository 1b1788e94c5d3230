"""Our weights in torch's own modules, to compare what they compute."""

import torch
from torch import nn

from core.models.attention import MultiHeadAttention
from core.models.layers import DecoderLayer, EncoderLayer, LayerNorm
from core.models.transformer import PreNormTransformer, Transformer


def copy_attention(ours: MultiHeadAttention, theirs: nn.MultiheadAttention) -> None:
    """Our per-head matrices as torch's wide ones, which act from the other side."""
    wide = [(getattr(ours, f"W_{x}"), getattr(ours, f"b_{x}")) for x in "QKV"]
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([W.movedim(0, 1).flatten(1).T for W, _ in wide]))
        theirs.in_proj_bias.copy_(torch.cat([b.flatten() for _, b in wide]))
        theirs.out_proj.weight.copy_(ours.W_O.T)
        theirs.out_proj.bias.copy_(ours.b_O)


def copy_layer(ours: EncoderLayer | DecoderLayer, theirs: nn.Module) -> None:
    """An encoder or decoder layer."""
    copy_attention(ours.self_attention, theirs.self_attn)
    if isinstance(ours, DecoderLayer):
        copy_attention(ours.cross_attention, theirs.multihead_attn)
    with torch.no_grad():
        for i, linear in ((1, theirs.linear1), (2, theirs.linear2)):
            linear.weight.copy_(getattr(ours.feed_forward, f"W_{i}").T)
            linear.bias.copy_(getattr(ours.feed_forward, f"b_{i}"))
    for i in range(1, 4 if isinstance(ours, DecoderLayer) else 3):
        copy_norm(getattr(ours, f"norm_{i}"), getattr(theirs, f"norm{i}"))


def copy_norm(ours: LayerNorm, theirs: nn.LayerNorm) -> None:
    with torch.no_grad():
        theirs.weight.copy_(ours.gamma)
        theirs.bias.copy_(ours.beta)


def torch_transformer(ours: Transformer, d_model: int, n_heads: int, n_layers: int, d_ff: int) -> nn.Transformer:
    """torch's encoder and decoder with our weights; its final norms only where ours are in front."""
    pre = isinstance(ours, PreNormTransformer)
    theirs = nn.Transformer(d_model, n_heads, n_layers, n_layers, d_ff, dropout=0.0, batch_first=True, norm_first=pre)
    theirs = theirs.double().eval()
    for mine, other, norm in ((ours.encoder, theirs.encoder, "encoder_norm"),
                              (ours.decoder, theirs.decoder, "decoder_norm")):
        for a, b in zip(mine, other.layers):
            copy_layer(a, b)
        if pre:
            copy_norm(getattr(ours, norm), other.norm)
        else:
            other.norm = None
    return theirs
