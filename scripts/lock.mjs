import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 200;
/**
 * No installation takes this long. The process of an older lock has ended, and its id now belongs to another process.
 */
const STALE_AFTER_MS = 30 * 60_000;

/**
 * Prevents two processes from installing or compiling at the same time. Only one of them succeeds in creating the
 * folder.
 */
export async function withLock(root, name, work) {
  const folder = path.join(root, '.cache', `${name}.lock`);
  const isAcquired = await take(folder, name);
  const release = () => isAcquired && fs.rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function take(folder, name) {
  for (let hasReported = false; ; ) {
    try {
      fs.mkdirSync(path.dirname(folder), { recursive: true });
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, 'pid'), String(process.pid));
      return true;
    } catch (error) {
      // In a read-only checkout, no other process can write here either.
      if (error.code === 'EROFS' || error.code === 'EACCES') return false;
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(folder)) {
      // Renames the folder first. If two processes find it stale, only one of them can rename it.
      const staleFolder = `${folder}.${process.pid}`;
      try {
        fs.renameSync(folder, staleFolder);
        fs.rmSync(staleFolder, { recursive: true, force: true });
      } catch {
        // Another process renamed the folder.
      }
      continue;
    }
    if (!hasReported) console.log(`Waiting for another process that runs the same step (${name}) ...`);
    hasReported = true;
    await delay(POLL_MS);
  }
}

function isStale(folder) {
  try {
    const ageMs = Date.now() - fs.statSync(folder).mtimeMs;
    const pid = Number(readPid(folder));
    // There is no process id yet: the folder was created a moment ago, or its creator died right after creating it.
    if (!pid) return ageMs > 10_000;
    return ageMs > STALE_AFTER_MS || !isAlive(pid);
  } catch {
    return false;
  }
}

function readPid(folder) {
  try {
    return fs.readFileSync(path.join(folder, 'pid'), 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
