import fs from 'node:fs';
import path from 'node:path';

/**
 * Changes are reported after a pause of this length, because editors write a file in several steps, and several files
 * at once.
 */
const QUIET_MS = 30;

/**
 * Reports changes of files below these folders. It watches each folder separately: for a whole tree, Node 20 on Linux
 * watches file by file, and loses a file that an editor replaces by renaming another.
 */
export function watchSources(folders, isSource) {
  const watchers = new Map();
  let changes;
  let timer;
  let deliver;

  const notify = () => {
    if (!changes?.isQuiet || !deliver) return;
    deliver(changes);
    changes = deliver = undefined;
  };
  const note = (file) => {
    changes ??= { firstAt: Date.now(), files: new Map() };
    // mtime is not used, because a moved file keeps it. A deleted file counts as changed now.
    changes.files.set(file, fs.statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Date.now());
    changes.isQuiet = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (changes) changes.isQuiet = true;
      notify();
    }, QUIET_MS);
  };
  const add = (folder) => {
    const watcher = fs.watch(folder, (event, name) => {
      if (name && isSource(path.join(folder, name))) note(path.join(folder, name));
      if (event === 'rename') addFoldersIn(folder, note);
    });
    watcher.on('error', () => drop(folder));
    watchers.set(folder, watcher);
  };
  /** Reports files that are already in a new folder, because they were written before it was watched. */
  const addFoldersIn = (folder, onFile) => {
    if (!fs.existsSync(folder)) return drop(folder);
    for (const { name } of fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      const inside = path.join(folder, name);
      if (watchers.has(inside)) continue;
      add(inside);
      for (const file of fs.readdirSync(inside).map((each) => path.join(inside, each)))
        if (isSource(file)) onFile(file);
      addFoldersIn(inside, onFile);
    }
  };
  const drop = (folder) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  for (const folder of folders) {
    add(folder);
    addFoldersIn(folder, () => {});
  }
  return {
    /**
     * Resolves after a change when no further change follows. Returns the time of the first change, and the files with
     * their times.
     */
    next: () =>
      new Promise((resolve) => {
        deliver = resolve;
        notify();
      }),
    close: () => {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
