import fs from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps, and several files at once. */
const QUIET_MS = 30;

/**
 * Tells when files below these folders were changed. Every folder is watched by itself: where a whole tree is given to
 * Node 20 on Linux, it watches file by file, and loses a file that an editor replaces by renaming another.
 */
export function watchSources(folders, isWatched) {
  const watchers = new Map();
  let changes;
  let timer;
  let deliver;

  const tell = () => {
    if (!changes?.isQuiet || !deliver) return;
    deliver(changes);
    changes = deliver = undefined;
  };
  const note = (file) => {
    changes ??= { since: Date.now(), files: new Set() };
    changes.files.add(file);
    changes.isQuiet = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (changes) changes.isQuiet = true;
      tell();
    }, QUIET_MS);
  };
  const add = (folder, isNew) => {
    if (watchers.has(folder)) return;
    const watcher = fs.watch(folder, (event, name) => {
      if (name && isWatched(path.join(folder, name))) note(path.join(folder, name));
      if (event === 'rename') look(folder, true);
    });
    watcher.on('error', () => drop(folder));
    watchers.set(folder, watcher);
    // what was written into it before it was watched is seen by nobody else
    if (isNew) note(folder);
    look(folder, isNew);
  };
  const look = (folder, isNew) => {
    if (!fs.existsSync(folder)) return drop(folder);
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const inside = path.join(folder, entry.name);
      if (entry.isDirectory() && isWatched(inside)) add(inside, isNew);
    }
  };
  const drop = (folder) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  for (const folder of folders) add(folder, false);
  return {
    /** Resolves when something was changed and nothing follows: to when it began, and which files it were. */
    next: () =>
      new Promise((resolve) => {
        deliver = resolve;
        tell();
      }),
    close: () => {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
