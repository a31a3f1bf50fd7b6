import { type Command, Option } from 'commander';
import { withExamples, withJsonOption } from '../connection/shared-options.ts';
import type { LoginOptions } from './login-options.ts';

/** Registers `login`, `logout` and `profiles`, which choose the gateway and the caller of the other commands. */
export function registerLogin(program: Command): void {
  const login = program
    .command('login')
    .summary('Log in as a client or as a person')
    .description(
      'Get an access token with the credentials of a client, and save the credentials in a profile that only you can read. On a terminal, the command prompts for missing values.',
    )
    .option('--url <url>', 'URL of the gateway')
    .option('--client-id <id>', 'ID of the client')
    .option('--secret-stdin', 'read the client secret from standard input')
    .option('--private-key <file>', 'PEM file with the private key that replaces the secret')
    .option('--key-id <kid>', 'ID under which the gateway knows that key')
    .option('--device', 'sign in as a person at the identity provider (--issuer), with a code to enter in any browser')
    .option('--issuer <url>', 'with --device: URL of the identity provider, which the gateway must trust')
    .option('--scope <scopes>', 'with --device: scopes to request from the provider', 'openid offline_access')
    .option(
      '--parameter <name=value...>',
      'with --device: more parameters for the provider, such as audience=cardwright',
    )
    .addOption(new Option('--sandbox', 'use a client from the fixtures of a sandbox; default: demo-bank'))
    .option('--profile <name>', 'name of the profile; default: the host name, or sandbox');
  withExamples(
    withJsonOption(login),
    'cardwright login --sandbox',
    'cardwright login --sandbox --client-id demo-acquirer --profile acquirer',
    'cardwright login --url https://cards.example.com --client-id my-bank --secret-stdin < secret.txt',
    'cardwright login --url https://cards.example.com --device --issuer https://login.example.com --client-id command-line',
  ).action(async (options: LoginOptions) => (await import('./log-in.ts')).logIn(options));

  const profiles = program.command('profiles').description('List profiles, or select the current profile');
  withJsonOption(profiles)
    .option('--use <name>', 'name of the profile to make current')
    .action(async (options) => (await import('./list-profiles.ts')).listProfiles(options));
  const logout = program.command('logout').description('Remove a profile and its credentials');
  withJsonOption(logout)
    .option('--profile <name>', 'name of the profile; default: the current profile')
    .action(async (options) => (await import('./list-profiles.ts')).logOut(options));
}
