import { closeSync, openSync, writeSync } from 'node:fs';

/** https://www.ietf.org/archive/id/draft-ietf-opsawg-pcap-04.html: packets that begin with their IP header. */
const LINKTYPE_RAW = 101;
const MAGIC = 0xa1b2c3d4;
const SNAP_LENGTH = 65_535;
const IP_HEADER = 20;
const TCP_HEADER = 20;
const TCP = 6;
const PUSH_AND_ACK = 0x18;
const CLIENT_PORT = 40_000;
const LARGEST_SEQUENCE = 2 ** 32;

/** Writes a capture of one TCP connection in which a client sends each of these frames in a packet of its own. */
export function writeCapture(file: string, port: number, frames: Iterable<Buffer>): void {
  const descriptor = openSync(file, 'w');
  try {
    writeSync(descriptor, fileHeader());
    let sequence = 1;
    let sent = 0;
    for (const frame of frames) {
      writeSync(descriptor, packet(frame, port, sequence, sent));
      sequence = (sequence + frame.length) % LARGEST_SEQUENCE;
      sent++;
    }
  } finally {
    closeSync(descriptor);
  }
}

function fileHeader(): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(SNAP_LENGTH, 16);
  header.writeUInt32LE(LINKTYPE_RAW, 20);
  return header;
}

/** A packet with its header in the file. tshark does not check the checksums of IP and TCP by default. */
function packet(frame: Buffer, port: number, sequence: number, sent: number): Buffer {
  const length = IP_HEADER + TCP_HEADER + frame.length;
  const record = Buffer.alloc(16);
  record.writeUInt32LE(1_700_000_000 + Math.floor(sent / 1_000), 0);
  record.writeUInt32LE((sent % 1_000) * 1_000, 4);
  record.writeUInt32LE(length, 8);
  record.writeUInt32LE(length, 12);
  const ip = Buffer.alloc(IP_HEADER);
  ip[0] = 0x45;
  ip.writeUInt16BE(length, 2);
  ip[8] = 64;
  ip[9] = TCP;
  ip.set([10, 0, 0, 1, 10, 0, 0, 2], 12);
  const tcp = Buffer.alloc(TCP_HEADER);
  tcp.writeUInt16BE(CLIENT_PORT, 0);
  tcp.writeUInt16BE(port, 2);
  tcp.writeUInt32BE(sequence, 4);
  tcp.writeUInt32BE(1, 8);
  tcp[12] = (TCP_HEADER / 4) << 4;
  tcp[13] = PUSH_AND_ACK;
  tcp.writeUInt16BE(SNAP_LENGTH, 14);
  return Buffer.concat([record, ip, tcp, frame]);
}
