// The method of the measurement article in Node, for comparison: 5-word shingles, MinHash 128, bands of 42 x 3, candidates
// verified on their signatures. Our own program; it keeps everything in memory, knows no window and writes no verdicts.
// node seed_demo.mjs DOCUMENTS.jsonl  ->  one line of JSON: documents, seconds of each phase, pairs found.
import { readFileSync } from 'node:fs';

const WORDS = 5, SLOTS = 128, BANDS = 42, ROWS = 3, THRESHOLD = 0.30;

const scramble = (value) => {
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

const hashOf = (text) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return scramble(hash);
};

// As the article has it: every shingle becomes a string, word by word, and every set is sorted.
const textOf = (words, from) => {
  let text = words[from];
  for (let next = from + 1; next < from + WORDS; next++) text += ' ' + words[next];
  return text;
};

const shinglesOf = (text) => {
  const words = text.toLowerCase().replace(/[^a-z0-9 ]+/g, ' ').replace(/\s+/g, ' ').trim().split(' ');
  const found = new Set();
  for (let i = 0; i + WORDS <= words.length; i++) found.add(hashOf(textOf(words, i)));
  return Uint32Array.from(found).sort();
};

const seeds = Uint32Array.from({ length: SLOTS }, (_, slot) => scramble(slot + 1));

const sign = (sets) => {
  const signatures = new Uint32Array(sets.length * SLOTS).fill(0xffffffff);
  sets.forEach((set, document) => {
    const signature = signatures.subarray(document * SLOTS, (document + 1) * SLOTS);
    for (const value of set) {
      for (let slot = 0; slot < SLOTS; slot++) {
        const hash = scramble(value ^ seeds[slot]);
        if (hash < signature[slot]) signature[slot] = hash;
      }
    }
  });
  return signatures;
};

const candidatesOf = (signatures, count) => {
  const pairs = new Set();
  for (let band = 0; band < BANDS; band++) {
    const buckets = new Map();
    for (let document = 0; document < count; document++) {
      let key = scramble(band + 1);
      for (let row = 0; row < ROWS; row++) key = scramble(key ^ signatures[document * SLOTS + band * ROWS + row]);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [document]);
      else {
        for (const other of bucket) pairs.add(other * count + document);
        bucket.push(document);
      }
    }
  }
  return pairs;
};

const agree = (signatures, one, two) => {
  let equal = 0;
  for (let slot = 0; slot < SLOTS; slot++) equal += signatures[one * SLOTS + slot] === signatures[two * SLOTS + slot] ? 1 : 0;
  return equal >= THRESHOLD * SLOTS;
};

const seconds = {};
const timed = (phase, work) => {
  const start = process.hrtime.bigint();
  const result = work();
  seconds[phase] = Number(process.hrtime.bigint() - start) / 1e9;
  return result;
};

const texts = timed('read', () => readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line).text));
const sets = timed('shingle', () => texts.map(shinglesOf));
const signatures = timed('sign', () => sign(sets));
const pairs = timed('bands', () => candidatesOf(signatures, texts.length));
const found = timed('verify', () => {
  let count = 0;
  for (const pair of pairs) count += agree(signatures, Math.floor(pair / texts.length), pair % texts.length) ? 1 : 0;
  return count;
});
console.log(JSON.stringify({ documents: texts.length, seconds, candidates: pairs.size, pairs: found }));
