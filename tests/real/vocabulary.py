# From sentences to padded one-hot batches, masks and a table with words on both sides.
import math
sentences = ["helo attention", "have a nice day"]
vocabs = sorted(set(" ".join(sentences).split()))
one_hots = []
vocab_dict = {}
for i, vocab in enumerate(vocabs):
    one_hots.append([0] * len(vocabs))
    one_hots[i][i] = 1
for i, (vocab, one_hot) in enumerate(zip(vocabs, one_hots)):
    vocab_dict[vocab] = one_hot
print(vocab_dict)
batch_features = []
for sentence in sentences:
    sentence_features = []
    for word in sentence.split():
        sentence_features.append(vocab_dict[word])
    batch_features.append(sentence_features)
print(batch_features)
pad_to_length = 5
pad_embedding = [0] * len(vocabs)
for i, batch_feature in enumerate(batch_features):
    while len(batch_feature) < pad_to_length:
        batch_feature.append(pad_embedding)
inputs = torch.LongTensor(batch_features)
print(inputs.shape)

"""
1 = look, 0 = do not
"""
attention_mask = []
for i, batch_feature in enumerate(batch_features):
    _attention_mask = []
    for one_hot in batch_feature:
        if 1 in one_hot:  # a word
            _attention_mask.append(1)
        else:  # padding
            _attention_mask.append(0)
    attention_mask.append(_attention_mask)
attention_mask = torch.LongTensor(attention_mask)
print(attention_mask)


class Atten(nn.Module):
    def __init__(self):
        super(Atten, self).__init__()
        self.word_embeddings = nn.Linear(len(vocabs), 4)
        self.d = 3
        self.q_w = nn.Linear(4, self.d)
        self.k_w = nn.Linear(4, self.d)
        self.v_w = nn.Linear(4, self.d)

    def forward(self, x, attention_mask):
        x = self.word_embeddings(x.to(torch.float))
        Q, K, V = self.q_w(x), self.k_w(x), self.v_w(x)
        score = torch.matmul(Q, torch.transpose(K, 1, 2)) / math.sqrt(self.d)
        print("before\n", score)
        attention_mask = attention_mask.unsqueeze(1).repeat(1, score.shape[1], 1)
        score = score * attention_mask
        score = score - torch.where(attention_mask > 0, torch.zeros_like(score), torch.ones_like(score) * float("inf"))
        print("after\n", score)
        softmax = torch.nn.Softmax(dim=-1)
        atten_prob = softmax(score)
        return {"atten_prob": atten_prob, "atten_score": torch.matmul(atten_prob, V)}


torch.manual_seed(0)
model = Atten()
result = model(inputs, attention_mask)
for name, value in result.items():
    print(name, value, sep="\n")
words = sentences[1].split() + ["[PAD]"]
print(" " * 6 + "".join(f"{w:<8}" for w in words))
for word, row in zip(words, result["atten_prob"][1]):
    print("%-6s" % word + "".join("{:<8.4f}".format(p) for p in row.tolist()))
