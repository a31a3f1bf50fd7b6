// Checks whether the server of this container is ready, for the HEALTHCHECK of Docker. The exit code is 0 or 1.
import http from 'node:http';
import https from 'node:https';

const { PORT: port = '8080', CARDWRIGHT_TLS_CERT_FILE: certificate = '' } = process.env;
// the request goes to 127.0.0.1, but the certificate is for the name that callers use
const options = { host: '127.0.0.1', port, path: '/readyz', timeout: 4_000, rejectUnauthorized: false };
const request = (certificate === '' ? http : https).get(options, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
