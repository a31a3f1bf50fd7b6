import { Command } from 'commander';

const program = new Command('cardwright')
  .description('Commands for the operators of Cardwright. Settings are those of the server, from the environment.')
  .version('0.1.0');

await program.parseAsync();
