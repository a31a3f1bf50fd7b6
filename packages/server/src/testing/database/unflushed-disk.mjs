// Simulates a disk with a cache that a power failure empties: a file system in user space with one file, `disk`, for a loop
// device. Writes stay in memory until a flush writes them to the file below, which therefore always has what a real disk
// would have after a power failure. The simulation runs in its own process, because users of the device wait for it.
//
//   node unflushed-disk.mjs <folder> <file below> [seed]
//
// It prints `ready` once it is mounted. The input `cut` simulates a power failure: as on real disks, a random part of the
// cache is written, with blocks torn at a sector, and everything after that fails. Then it prints `gone`.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createInterface } from 'node:readline';

const [folder, below, seed = '1'] = process.argv.slice(2);
const device = fs.openSync('/dev/fuse', 'r+');
const file = fs.openSync(below, 'r+');
const { size } = fs.fstatSync(file);

const LOOKUP = 1,
  FORGET = 2,
  GETATTR = 3,
  SETATTR = 4,
  OPEN = 14,
  READ = 15,
  WRITE = 16,
  STATFS = 17,
  RELEASE = 18,
  FSYNC = 20;
const FLUSH = 25,
  INIT = 26,
  OPENDIR = 27,
  RELEASEDIR = 29,
  ACCESS = 34,
  INTERRUPT = 36,
  DESTROY = 38,
  BATCH_FORGET = 42;
const ENOENT = 2,
  EIO = 5,
  ENOSYS = 38;
const ROOT = 1n,
  DISK = 2n;
const MOST = 1024 * 1024;
const BLOCK = 4096,
  SECTOR = 512;

/** Blocks that were written but not flushed. */
const cache = new Map();
const MOUNTING_MS = 5;
let isCut = false;
let isMounted = false;

function attributes(node) {
  const out = Buffer.alloc(88);
  out.writeBigUInt64LE(node, 0);
  out.writeBigUInt64LE(node === DISK ? BigInt(size) : 0n, 8);
  out.writeBigUInt64LE(BigInt(Math.ceil(size / SECTOR)), 16);
  out.writeUInt32LE(node === DISK ? 0o100600 : 0o040755, 60);
  out.writeUInt32LE(1, 64);
  out.writeUInt32LE(BLOCK, 80);
  return out;
}

function numbers(...fields) {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  fields.reduce((at, [bytes, value]) => {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else if (bytes === 4) out.writeUInt32LE(value, at);
    else out.writeUInt16LE(value, at);
    return at + bytes;
  }, 0);
  return out;
}

function readBlock(number) {
  const cached = cache.get(number);
  if (cached !== undefined) return cached;
  const block = Buffer.alloc(BLOCK);
  fs.readSync(file, block, 0, BLOCK, number * BLOCK);
  return block;
}

function eachBlock(offset, length, work) {
  for (let done = 0; done < length; ) {
    const number = Math.floor((offset + done) / BLOCK);
    const from = (offset + done) % BLOCK;
    const count = Math.min(BLOCK - from, length - done);
    work(number, from, count, done);
    done += count;
  }
}

function read(offset, length) {
  const out = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  eachBlock(offset, out.length, (number, from, count, done) => readBlock(number).copy(out, done, from, from + count));
  return out;
}

function write(offset, data) {
  eachBlock(offset, data.length, (number, from, count, done) => {
    const block = Buffer.from(readBlock(number));
    data.copy(block, from, done, done + count);
    cache.set(number, block);
  });
}

function flush() {
  for (const [number, block] of cache) fs.writeSync(file, block, 0, BLOCK, number * BLOCK);
  cache.clear();
}

/** Simulates a power failure: writes some blocks to the file, some of them only in part. */
function loseTheRest() {
  let state = Number(seed) | 0;
  const chance = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return ((state >>> 16) & 0x7fff) / 0x8000;
  };
  for (const [number, block] of cache) {
    if (chance() < 0.5) continue;
    const kept = chance() < 0.25 ? SECTOR * Math.floor(chance() * (BLOCK / SECTOR)) : BLOCK;
    if (kept > 0) fs.writeSync(file, block, 0, kept, number * BLOCK);
  }
  cache.clear();
}

const answers = {
  [INIT]: () =>
    // version 7.31 of the protocol, with large writes as the only flags
    numbers(
      [4, 7],
      [4, 31],
      [4, 0],
      [4, (1 << 5) | (1 << 22)],
      [2, 64],
      [2, 48],
      [4, MOST],
      [4, 1],
      [2, MOST / BLOCK],
      [2, 0],
      [4, 0],
      ...Array(7).fill([4, 0]),
    ),
  [LOOKUP]: (node, body) => {
    if (node !== ROOT || body.toString('latin1', 0, body.indexOf(0)) !== 'disk') return ENOENT;
    return Buffer.concat([numbers([8, DISK], [8, 0], [8, 3_600], [8, 3_600], [4, 0], [4, 0]), attributes(DISK)]);
  },
  [GETATTR]: (node) => Buffer.concat([numbers([8, 3_600], [4, 0], [4, 0]), attributes(node)]),
  [SETATTR]: (node) => Buffer.concat([numbers([8, 3_600], [4, 0], [4, 0]), attributes(node)]),
  // bypasses the page cache of the kernel, which would also delay writes
  [OPEN]: () => numbers([8, 1], [4, 1], [4, 0]),
  [OPENDIR]: () => numbers([8, 1], [4, 0], [4, 0]),
  [READ]: (_node, body) => read(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)),
  [WRITE]: (_node, body) => {
    const length = body.readUInt32LE(16);
    write(Number(body.readBigUInt64LE(8)), body.subarray(40, 40 + length));
    return numbers([4, length], [4, 0]);
  },
  [FSYNC]: () => {
    flush();
    return Buffer.alloc(0);
  },
  [STATFS]: () =>
    numbers(
      [8, size / BLOCK],
      [8, 0],
      [8, 0],
      [8, 1],
      [8, 0],
      [4, BLOCK],
      [4, 255],
      [4, BLOCK],
      ...Array(7).fill([4, 0]),
    ),
  [FLUSH]: () => Buffer.alloc(0),
  [RELEASE]: () => Buffer.alloc(0),
  [RELEASEDIR]: () => Buffer.alloc(0),
  [ACCESS]: () => Buffer.alloc(0),
  [DESTROY]: () => Buffer.alloc(0),
};
const UNANSWERED = new Set([FORGET, BATCH_FORGET, INTERRUPT]);
const FAILS_WITHOUT_POWER = new Set([READ, WRITE, FSYNC]);

function serve(request) {
  const opcode = request.readUInt32LE(4);
  if (UNANSWERED.has(opcode)) return;
  const answer =
    isCut && FAILS_WITHOUT_POWER.has(opcode)
      ? EIO
      : (answers[opcode]?.(request.readBigUInt64LE(16), request.subarray(40)) ?? ENOSYS);
  const body = typeof answer === 'number' ? Buffer.alloc(0) : answer;
  const head = Buffer.alloc(16);
  head.writeUInt32LE(16 + body.length, 0);
  head.writeInt32LE(typeof answer === 'number' ? -answer : 0, 4);
  request.copy(head, 8, 8, 16);
  fs.writeSync(device, Buffer.concat([head, body]));
}

function serveNext(buffer) {
  fs.read(device, buffer, 0, buffer.length, null, (error, length) => {
    // ENODEV: unmounted
    if (error?.code === 'ENODEV') process.exit(0);
    // EPERM: not mounted yet
    if (error?.code === 'EPERM' && !isMounted) return setTimeout(serveNext, MOUNTING_MS, buffer);
    if (error && !['EINTR', 'ENOENT', 'EAGAIN'].includes(error.code)) throw error;
    if (!error) serve(buffer.subarray(0, length));
    return serveNext(buffer);
  });
}

const options = `fd=3,rootmode=40000,user_id=${process.getuid()},group_id=${process.getgid()},allow_other`;
const mount = spawn('mount', ['-i', '-t', 'fuse', '-o', options, 'unflushed', folder], {
  stdio: ['ignore', 'inherit', 'inherit', device],
});
serveNext(Buffer.alloc(MOST + 8_192));
mount.once('exit', (code) => {
  if (code !== 0) process.exit(1);
  isMounted = true;
  process.stdout.write('ready\n');
});
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line !== 'cut' || isCut) return;
  const unflushed = cache.size;
  isCut = true;
  loseTheRest();
  process.stdout.write(`gone ${unflushed}\n`);
});
