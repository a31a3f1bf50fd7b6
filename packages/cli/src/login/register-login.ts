import { type Command, Option } from 'commander';
import { takesJson, withExamples } from '../connection/shared-options.ts';
import type { LoginOptions } from './login-options.ts';

/** Registers `login`, `logout` and `profiles`, which choose the gateway and the caller of the other commands. */
export function registerLogin(program: Command): void {
  const login = program
    .command('login')
    .summary('keep a client’s credentials or a person’s sign-in, for the other commands')
    .description(
      'Gets an access token with the credentials of a client, and keeps them in a profile that only you can read. What is not given is asked for on a terminal.',
    )
    .option('--url <address>', 'where the gateway is')
    .option('--client-id <id>', 'the client')
    .option('--secret-stdin', 'read the secret from standard input: on the command line others could see it')
    .option('--private-key <file>', 'sign with this key (PEM) instead of sending a secret')
    .option('--key-id <kid>', 'the name of that key at the gateway')
    .option('--device', 'sign in as a person, at the identity provider of --issuer, by a code for any browser')
    .option('--issuer <address>', 'the identity provider, with --device; the gateway has to trust it')
    .option('--scope <scopes>', 'what to ask the provider for, with --device', 'openid offline_access')
    .option('--parameter <name=value...>', 'sent to the provider as well, such as audience=cardwright')
    .addOption(new Option('--sandbox', 'take the client from the fixtures of a sandbox, demo-bank by default'))
    .option('--profile <name>', 'name of the profile; default: the host, or sandbox');
  withExamples(
    takesJson(login),
    'cardwright login --sandbox',
    'cardwright login --sandbox --client-id demo-acquirer --profile acquirer',
    'cardwright login --url https://cards.example.com --client-id my-bank --secret-stdin < secret.txt',
    'cardwright login --url https://cards.example.com --device --issuer https://login.example.com --client-id command-line',
  ).action(async (options: LoginOptions) => (await import('./log-in.ts')).logIn(options));

  const profiles = program.command('profiles').description('list the profiles, or choose the current one');
  takesJson(profiles)
    .option('--use <name>', 'make this one the current profile')
    .action(async (options) => (await import('./list-profiles.ts')).listProfiles(options));
  const logout = program.command('logout').description('remove a profile with its credentials');
  takesJson(logout)
    .option('--profile <name>', 'default: the current one')
    .action(async (options) => (await import('./list-profiles.ts')).logOut(options));
}
