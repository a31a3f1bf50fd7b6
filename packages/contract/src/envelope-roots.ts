/** Root key of a request, for an operator prefix such as `Gw`. In a file of its own, as clients need no shapes. */
export const requestRoot = (prefix: string) => `${prefix}SrvRequest`;
/** Root key of an answer. */
export const responseRoot = (prefix: string) => `${prefix}SrvResponse`;
