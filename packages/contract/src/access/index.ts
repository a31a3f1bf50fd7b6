export { TOKEN_ERRORS, TOKEN_PATH, TOKEN_UNAVAILABLE, type TokenErrorName } from './issue-token.ts';
export * from './operations.ts';
