import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../../server/src/testing/file-resources.ts';
import { runCommand } from '../../../server/src/testing/system/command.ts';
import { canRun, installedProgram } from '../../../server/src/testing/system/installed-program.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/cardwright.js', import.meta.url));
/** The text before the Tab key, and the expected line: a command, an operation, a choice, a profile. */
const TYPED = [
  ['cardwright what', 'cardwright what-if '],
  ['cardwright call cards.cr', 'cardwright call cards.create-card '],
  ['cardwright simulate au', 'cardwright simulate authorize '],
  ['cardwright get ac', 'cardwright get account '],
  ['cardwright get account 1 --profile my', 'cardwright get account 1 --profile my-bank '],
] as const;

const home = fileFolder();
beforeAll(async () => {
  for (const folder of ['bin', 'functions', 'cardwright']) mkdirSync(join(home, folder));
  symlinkSync(PROGRAM, join(home, 'bin', 'cardwright'));
  for (const [shell, file] of [
    ['bash', 'completion.bash'],
    ['zsh', 'functions/_cardwright'],
    ['fish', 'completion.fish'],
  ] as const) {
    writeFileSync(join(home, file), (await runCommand(['completion', shell])).stdout);
  }
  const profile = { url: 'https://cards.example.com', client_id: 'us', client_secret: 'a secret of nobody' };
  const profiles = JSON.stringify({ current: 'my-bank', profiles: { 'my-bank': profile } });
  writeFileSync(join(home, 'cardwright', 'profiles.json'), profiles, { mode: 0o600 });
});

async function runShell(program: string, args: readonly string[], script: string): Promise<string> {
  const file = join(home, 'script');
  writeFileSync(file, script);
  const path = `${join(home, 'bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, HOME: home, XDG_CONFIG_HOME: home, TERM: 'xterm' };
  const { stdout } = await promisify(execFile)(program, [...args, file], { env, timeout: 120_000 });
  return stdout;
}

/** Splits the output into one line for each typed line. */
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

const needs = (shell: string) => `it needs ${shell}`;
const zsh = installedProgram('zsh');
const fish = installedProgram('fish');

describe('the Tab key, with the script of "cardwright completion" loaded as docs/cli.md describes', () => {
  if (canRun('Completion in zsh', zsh, needs('zsh'))) {
    it('completes commands, operations, choices and profiles in zsh', async () => {
      const presses = TYPED.map(([typed, line]) => `press ${quoted(typed)} ${quoted(line)}`).join('\n');
      const output = await runShell(zsh ?? 'zsh', ['-f'], `${IN_ZSH}\n${presses}\nzpty -d shell\n`);
      expect(lines(output)).toEqual(TYPED.map(([, line]) => `became ${line}`));
    });
  }

  if (canRun('Completion in fish', fish, needs('fish'))) {
    it('completes commands, operations, choices and profiles in fish', async () => {
      const input = TYPED.map(([typed]) => `complete -C ${quoted(typed)}`).join('\n');
      const output = await runShell(fish ?? 'fish', ['--no-config'], `source $HOME/completion.fish\n${input}\n`);
      const words = lines(output).map((line) => line.split('\t')[0]);
      expect(words).toEqual(TYPED.map(([, line]) => line.trimEnd().split(' ').at(-1)));
    });
  }

  it('completes commands, operations, choices and profiles in bash', async () => {
    const input = TYPED.map(([typed]) => `press ${quoted(typed)}`).join('\n');
    const output = await runShell('bash', ['--norc'], `${IN_BASH}\n${input}\n`);
    expect(lines(output)).toEqual(TYPED.map(([, line]) => line.trimEnd().split(' ').at(-1)));
  });
});

function quoted(text: string): string {
  return `'${text}'`;
}

/** Runs zsh with its line editor in its own terminal. The test reads the screen without colors. */
const IN_ZSH = `
zmodload zsh/zpty
zpty shell zsh -f -i
until_drawn() {
  local all= part= plain=
  repeat 1200; do
    while zpty -r -t shell part; do all+=$part; done
    plain=\${all//$'\\e'\\[[0-9;?]#[a-zA-Z]/}
    [[ $plain == *$1* ]] && return 0
    sleep 0.05
  done
  print -r -- "not $1 but \${(q)all}"; return 1
}
press() {
  zpty -w -n shell $'\\025'"$1"$'\\t'
  until_drawn "$2" && print -r -- "became $2"
}
setopt extendedglob
zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; fpath=($HOME/functions $fpath); autoload -Uz compinit; compinit -u -D; print rea""dy'
until_drawn ready`;

/** Mimics bash at the Tab key: calls the registered function, with the words split as bash-completion does. */
const IN_BASH = `
_get_comp_words_by_ref() {
  words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=\${COMP_WORDS[COMP_CWORD]}; prev=\${COMP_WORDS[COMP_CWORD-1]}
}
. "$HOME/completion.bash"
press() {
  COMP_LINE=$1; COMP_POINT=\${#1}; read -ra COMP_WORDS <<<"$1"; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
  local registered; registered=$(complete -p cardwright | sed 's/.*-F \\([^ ]*\\).*/\\1/')
  $registered cardwright "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
  printf '%s\\n' "\${COMPREPLY[@]%% *}"
}`;
