import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canRun, installedProgram } from '../../../server/src/testing/system/installed-program.ts';

const BUILDAH = installedProgram('buildah');
const MMDEBSTRAP = installedProgram('mmdebstrap');
const NEEDED = 'that needs buildah and mmdebstrap (on Debian: apt-get install buildah mmdebstrap)';

/** Whether to build and run an image. A user who cannot mount skips these tests, with a message, in CI too. */
export const RUNS_IMAGE_TESTS = canMount() && canRun('The image', BUILDAH && MMDEBSTRAP, NEEDED);

const BASE = 'localhost/debian:bookworm-slim';
const TAG = 'localhost/cardwright:0.1.0';
/** The programs of an image that would help an intruder. */
const TOOLS = ['npm', 'npx', 'node', 'cc', 'gcc', 'g++', 'make', 'python3', 'perl', 'curl', 'wget', 'git', 'ssh'];

export interface ContainerImage {
  /**
   * A program that runs a container of the image: its arguments replace the command of the image, and its environment
   * is added to that of the image.
   */
  readonly run: string;
  /** The same program with further mounts. */
  runWith(name: string, mounts: Readonly<Record<string, string>>): string;
  /** The configuration that an engine for containers reads. */
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly WorkingDir: string;
    readonly StopSignal: string;
  };
  readonly archive: string;
  /** The file with its bill of materials. */
  readonly sbom: string;
  /** Which of the tools are among the programs of the image. */
  readonly tools: readonly string[];
  remove(): void;
}

/** Where images are stored, with a base for `npm run release -- --with-image`. */
export interface ImageStore {
  /** The environment in which a program finds the store. */
  readonly env: NodeJS.ProcessEnv;
  /** The options of `npm run release` that make an image on the base. */
  readonly options: readonly string[];
  buildah(...args: string[]): string;
  remove(): void;
}

/**
 * Creates a store of images in a folder. Its base is a Debian made by mmdebstrap, because an image registry is often
 * unreachable.
 */
export function makeImageStore(folder: string): ImageStore {
  const storage = join(folder, 'storage.conf');
  const place = (name: string) => join(folder, `containers-${name}`);
  const places = [`graphroot = "${place('root')}"`, `runroot = "${place('run')}"`];
  writeFileSync(storage, ['[storage]', 'driver = "vfs"', ...places, ''].join('\n'));
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  const execute = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const buildah = (...args: string[]) => execute(BUILDAH ?? 'buildah', ...args);

  const base = join(folder, 'debian.tar');
  execute(MMDEBSTRAP ?? 'mmdebstrap', '--variant=minbase', '--include=libstdc++6', 'bookworm', base, debianMirror());
  const first = buildah('from', 'scratch');
  buildah('add', '--quiet', first, base, '/');
  buildah('commit', '--quiet', '--rm', first, BASE);
  rmSync(base);
  const remove = () => {
    for (const name of ['root', 'run']) rmSync(place(name), { recursive: true, force: true });
  };
  return { env, options: ['--with-image', '--image-base', BASE], buildah, remove };
}

/** The files of the image in a release. */
export const IMAGE_FILES = ['cardwright-image-0.1.0.cdx.json', 'cardwright-image-0.1.0.tar'];

/**
 * Opens the image that a release created in the store. Its containers get the given mounts: folders of the machine by
 * their paths in the image.
 */
export function openImage(
  { buildah, remove: removeStore }: ImageStore,
  { released, folder }: { readonly released: string; readonly folder: string },
  mounts: Readonly<Record<string, string>>,
): ContainerImage {
  const [sbom = '', archive = ''] = IMAGE_FILES.map((name) => join(released, name));
  const container = buildah('from', TAG);
  const tree = buildah('mount', container);
  const { config } = JSON.parse(buildah('inspect', container)).OCIv1;
  const runWith = (name: string, more: Readonly<Record<string, string>>) => {
    const run = join(folder, name);
    writeFileSync(run, launcher(tree, { ...mounts, ...more }, config));
    chmodSync(run, 0o755);
    return run;
  };
  const run = runWith('run-container', {});
  const remove = () => {
    buildah('umount', container);
    buildah('rm', container);
    removeStore();
  };
  return { run, runWith, config, archive, sbom, tools: TOOLS.filter((tool) => isOnPath(tree, tool)), remove };
}

/**
 * Returns a program that runs the image as an engine does: with its own mounts, a read-only root, the volume, the user
 * of the image, no capability, and no way to gain one. The processes share the network and the process ids of the
 * machine.
 */
function launcher(
  tree: string,
  mounts: Readonly<Record<string, string>>,
  { Env, User, WorkingDir, Entrypoint, Cmd }: ContainerImage['config'],
) {
  const [uid, gid] = User.split(':');
  const defaults = Env.map((setting) => {
    const [name, ...value] = setting.split('=');
    return name === 'PATH' ? `export PATH='${value.join('=')}'` : `export ${name}="\${${name}-${value.join('=')}}"`;
  });
  const drop = `--reuid=${uid} --regid=${gid} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs`;
  return `#!/bin/sh
if [ "$1" != inside ]; then exec unshare --mount --propagation private "$0" inside "$@"; fi
shift
mount --bind '${tree}' '${tree}'
${Object.entries(mounts)
  .map(([to, from]) => `mkdir -p '${tree}${to}' && mount --bind '${from}' '${tree}${to}'`)
  .join('\n')}
mount -t proc proc '${tree}/proc'
mount --rbind /dev '${tree}/dev'
mount -o remount,bind,ro '${tree}'
if [ $# -eq 0 ]; then set -- ${Cmd.join(' ')}; fi
${defaults.join('\n')}
exec chroot '${tree}' setpriv ${drop} env --chdir=${WorkingDir} ${Entrypoint.join(' ')} "$@"
`;
}

function canMount(): boolean {
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
  if (status === 0) return true;
  process.stderr.write('The image is not tried on this machine: that needs root and the privilege to mount\n');
  return false;
}

/** Returns the mirror that this machine installs from, because others may be unreachable. */
function debianMirror(): string {
  const targets = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Codename: bookworm'];
  const { stdout } = spawnSync('apt-get', targets, { encoding: 'utf8' });
  return stdout?.split('\n')[0] || 'http://deb.debian.org/debian';
}

function isOnPath(tree: string, program: string): boolean {
  const folders = ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/local/bin'];
  return folders.some((folder) => existsSync(join(tree, folder, program)));
}
