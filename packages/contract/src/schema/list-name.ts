/** Names of lists, for paths and conditions. */
export const LIST_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
