/** Root key of a request, for an operator prefix such as `Gw`. A separate file, as clients need no schemas. */
export const requestRoot = (prefix: string) => `${prefix}SrvRequest`;
/** Root key of an answer. */
export const responseRoot = (prefix: string) => `${prefix}SrvResponse`;
