import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import {
  answerTpdu,
  describeMalformed,
  emptyFrame,
  encodeFrame,
  FRAME_REASONS,
  type Frame,
  FrameReader,
  type Message,
  NETWORK_FUNCTIONS,
} from '@cardwright/iso8583';
import type { Logger } from 'pino';
import type { MessageResponse } from '../answers/answer-message.ts';
import { classOf } from '../mapping/message-class.ts';
import { toResponse } from '../mapping/to-response.ts';
import type { PeerActivity } from '../reports/peer-activity.ts';
import { networkRequest, networkResponse } from './network-management.ts';
import type { NetworkPeer } from './network-peer.ts';
import type { PeerMeter, SignOnEvent } from './peer-meter.ts';

const { signOn: SIGN_ON, signOff: SIGN_OFF, echo: ECHO } = NETWORK_FUNCTIONS;
/** Output that a peer may leave unread. */
const MAX_UNREAD_BYTES = 1_048_576;
const MISSED_ECHOES = 2;
/** The time in which a frame that has begun must be complete. */
const FRAME_MS = 10_000;
const NO_TPDU_YET = Buffer.from([0x60, 0, 0, 0, 0]);

export interface ConnectionDeps {
  readonly meter: PeerMeter;
  readonly activity: PeerActivity;
  readonly logger: Logger;
  readonly now: () => Date;
  /** @param deadline when the peer stops waiting, on the clock of `performance.now()` */
  answer(message: Message, deadline: number): Promise<MessageResponse>;
  /** The peer signed on or off, or answered the sign-on of this server. */
  onSignOn(event: SignOnEvent): void;
}

interface Received {
  readonly message: Message;
  /** The message in the form of ISO 8583:1987. */
  readonly model: Message;
  readonly tpdu: Buffer | undefined;
  /** When its first byte arrived. */
  readonly beganAt: number;
}

/** One connection of a peer: reads frames, answers them in any order, and watches whether the peer is still there. */
export class PeerConnection {
  readonly #socket: Socket;
  readonly #peer: NetworkPeer;
  readonly #deps: ConnectionDeps;
  readonly #reader: FrameReader;
  /** Messages that arrived in one chunk with others and exceed the limit of messages in progress. */
  readonly #waiting: Received[] = [];
  /** Requests of this server without a response, by trace number. */
  readonly #requests = new Map<string, { readonly message: Message; readonly code: string; readonly sentAt: number }>();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #closed: Promise<void>;
  #inFlight = 0;
  #beganAt = 0;
  #misses = 0;
  #hasReceived = false;
  #isSignedOn = false;
  #isFull = false;
  #isClosing = false;
  #trace = randomInt(999_999);
  #idle: (() => void) | undefined;

  constructor(socket: Socket, peer: NetworkPeer, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#peer = peer;
    this.#deps = deps;
    this.#reader = new FrameReader(peer.framing, {
      message: (frame) => this.#receive(frame),
      keepAlive: () => this.#write(emptyFrame(peer.framing)),
    });
    deps.meter.changeConnections(peer.name, 1);
    deps.activity.connect(certificateExpiryOf(socket));
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('drain', () => this.#readOn());
    socket.on('error', (error) => deps.logger.info({ reason: error.message }, 'connection of a network failed'));
    this.#timer = peer.echoMs === 0 ? undefined : setInterval(() => this.#watch(), peer.echoMs);
    this.#closed = new Promise((resolve) => {
      socket.once('close', () => {
        clearInterval(this.#timer);
        this.#waiting.length = 0;
        deps.meter.changeConnections(peer.name, -1);
        this.#changeSignedOn(false);
        deps.activity.disconnect();
        resolve();
      });
    });
    if (peer.signsOn) this.#request(SIGN_ON);
  }

  get closed(): Promise<void> {
    return this.#closed;
  }

  /** Closes the connection at once. */
  cut(reason: string): void {
    this.#deps.logger.warn({ reason }, 'cut the connection of a network');
    this.#socket.destroy();
  }

  /** Reads no more, answers what it has read, signs off, and closes. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#socket.pause();
    if (this.#inFlight + this.#waiting.length > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await Promise.race([idle, this.#closed]);
    }
    if (this.#peer.signsOn) this.#request(SIGN_OFF);
    this.#socket.end();
    // the close does not wait for a peer that keeps its side open
    const timer = setTimeout(() => this.#socket.destroy(), 500);
    this.#socket.resume();
    await this.#closed;
    clearTimeout(timer);
  }

  #read(chunk: Buffer): void {
    if (this.#isClosing) return;
    const now = performance.now();
    if (!this.#reader.isInsideFrame) this.#beganAt = now;
    this.#hasReceived = true;
    const fault = this.#reader.push(chunk);
    if (fault !== undefined) {
      this.cut(FRAME_REASONS[fault.reason]);
      return;
    }
    // all bytes of a frame that has just begun may be in this chunk
    if (!this.#reader.isInsideFrame) this.#beganAt = now;
  }

  #receive({ message: bytes, tpdu }: Frame): void {
    const beganAt = this.#beganAt;
    this.#beganAt = performance.now();
    if (this.#socket.destroyed) return;
    const decoded = this.#peer.codec.decode(bytes);
    const ownTpdu = tpdu && answerTpdu(tpdu);
    if (decoded.ok) {
      const { message } = decoded;
      this.#accept({ message, model: this.#peer.dialect.toModel(message), tpdu: ownTpdu, beganAt });
      return;
    }
    const { malformed, partial } = decoded;
    const { meter, logger } = this.#deps;
    const model = partial && this.#peer.dialect.toModel(partial);
    meter.countMessage(this.#peer.name, labelOf(model?.mti ?? '', partial?.mti ?? ''), 'malformed');
    logger.warn({ reason: describeMalformed(malformed) }, 'a network sent a malformed message');
    const answered = model && toResponse(model, { responseCode: this.#peer.codes['30'] ?? '30' });
    const response = answered && partial && this.#toPeer(answered, partial);
    // without a trace number, the peer cannot match a response
    if (response?.has(11)) this.#respond(response, ownTpdu);
    else if (partial === undefined) this.cut('the peer does not send ISO 8583 messages of its specification');
  }

  #accept(received: Received): void {
    const kind = classOf(received.model.mti);
    if (kind === 'network') {
      this.#manage(received);
      return;
    }
    if (kind === 'response') {
      this.#acceptResponse(received);
      return;
    }
    this.#waiting.push(received);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#inFlight < this.#peer.inFlight) {
      const received = this.#waiting.shift();
      if (received === undefined) break;
      void this.#answer(received);
    }
    this.#isFull = this.#inFlight >= this.#peer.inFlight;
    if (this.#isFull) this.#socket.pause();
    else this.#readOn();
    if (this.#inFlight === 0) this.#idle?.();
  }

  async #answer({ message, model, tpdu, beganAt }: Received): Promise<void> {
    const { meter, activity } = this.#deps;
    const { name, deadlineMs } = this.#peer;
    this.#inFlight += 1;
    meter.changeInFlight(name, 1);
    activity.changeInFlight(1);
    const { response: answered, outcome } = await this.#deps.answer(model, beganAt + deadlineMs);
    const response = answered && this.#toPeer(answered, message);
    this.#inFlight -= 1;
    meter.changeInFlight(name, -1);
    activity.changeInFlight(-1);
    meter.countMessage(name, labelOf(model.mti, message.mti), outcome);
    if (response !== undefined) this.#respond(response, tpdu);
    activity.countAnswer(response);
    activity.record({ request: message, response, isSent: false, beganAt });
    this.#startWaiting();
  }

  #manage({ message, model, tpdu, beganAt }: Received): void {
    const { meter, activity } = this.#deps;
    meter.countMessage(this.#peer.name, message.mti, 'network_management');
    const code = model.get(70);
    if (code === SIGN_ON && !this.#isSignedOn) this.#noteSignOn('signed_on');
    if (code === SIGN_OFF && this.#isSignedOn) this.#noteSignOn('signed_off');
    const answered = networkResponse(model);
    const response = answered && this.#toPeer(answered, message);
    if (response !== undefined) this.#respond(response, tpdu);
    activity.record({ request: message, response, isSent: false, beganAt });
  }

  #noteSignOn(event: SignOnEvent): void {
    const { meter, onSignOn } = this.#deps;
    if (event !== 'refused_sign_on') this.#changeSignedOn(event !== 'signed_off');
    meter.countSignOn(this.#peer.name, event);
    onSignOn(event);
  }

  #changeSignedOn(isSignedOn: boolean): void {
    if (this.#isSignedOn === isSignedOn) return;
    this.#isSignedOn = isSignedOn;
    this.#deps.activity.changeSignedOn(isSignedOn ? 1 : -1);
  }

  #acceptResponse({ message, model }: Received): void {
    const { meter, activity } = this.#deps;
    const trace = message.get(11) ?? '';
    const sent = this.#requests.get(trace);
    if (sent === undefined) return;
    this.#requests.delete(trace);
    const ms = performance.now() - sent.sentAt;
    const { code } = sent;
    if (code === ECHO) {
      meter.observeEcho(this.#peer.name, ms / 1_000);
      activity.recordEcho(ms);
    }
    if (code === SIGN_ON) this.#noteSignOn(model.get(39) === '00' ? 'accepted_sign_on' : 'refused_sign_on');
    activity.record({ request: sent.message, response: message, isSent: true, beganAt: sent.sentAt });
  }

  #request(code: string): void {
    this.#trace = (this.#trace % 999_999) + 1;
    const now = this.#deps.now();
    const message = this.#peer.dialect.toPeerRequest(networkRequest(code, this.#trace, now), now);
    this.#requests.set(message.get(11) ?? '', { message, code, sentAt: performance.now() });
    this.#respond(message, NO_TPDU_YET);
  }

  /** Sends echoes to a silent peer. Cuts a peer that does not answer them, or whose frame does not end. */
  #watch(): void {
    if (this.#isClosing) return;
    if (this.#reader.isInsideFrame && performance.now() - this.#beganAt > FRAME_MS) {
      this.cut('a frame was not complete in time');
      return;
    }
    if (this.#hasReceived || this.#inFlight > 0) {
      this.#hasReceived = false;
      this.#misses = 0;
      this.#requests.clear();
      return;
    }
    if (this.#misses === MISSED_ECHOES) {
      this.cut('the peer answered no echo');
      return;
    }
    this.#misses += 1;
    this.#request(ECHO);
  }

  #toPeer(response: Message, request: Message): Message {
    return this.#peer.dialect.toPeerResponse(response, request, this.#deps.now());
  }

  #respond(message: Message, tpdu: Buffer | undefined): void {
    const { codec, framing } = this.#peer;
    try {
      this.#write(encodeFrame(codec, message, framing, tpdu));
    } catch (error) {
      // a custom specification may lack a field that responses need
      this.#deps.logger.error({ reason: (error as Error).message }, 'cannot encode a response for a network');
    }
  }

  #write(bytes: Buffer): void {
    if (this.#socket.destroyed || !this.#socket.writable) return;
    this.#joinWrites();
    if (this.#socket.write(bytes)) return;
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.cut('the peer does not read its responses');
    else this.#socket.pause();
  }

  /** Sends the responses of a batch, which are ready at the same moment, in one system call. */
  #joinWrites(): void {
    if (this.#socket.writableCorked > 0) return;
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
  }

  #readOn(): void {
    if (!this.#isFull && !this.#isClosing && !this.#socket.writableNeedDrain) this.#socket.resume();
  }
}

function certificateExpiryOf(socket: Socket): Date | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_to: validTo } = socket.getPeerCertificate();
  return validTo === undefined ? undefined : new Date(validTo);
}

/** Metrics have labels of a closed list. */
function labelOf(model: string, mti: string): string {
  return classOf(model) === undefined ? 'other' : mti;
}
