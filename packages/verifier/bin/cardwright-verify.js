#!/usr/bin/env node
import { run } from '../dist/bundle/verifier.js';

process.exitCode = await run(process.argv.slice(2));
