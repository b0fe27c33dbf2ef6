import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of the server that can be throttled, or cut in the middle of a transfer. */
export class NetworkLine {
  readonly origin: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: { open: boolean; bytesPerSecond: number };

  private constructor(server: Server, sockets: Set<Socket>, state: { open: boolean; bytesPerSecond: number }) {
    this.#server = server;
    this.#sockets = sockets;
    this.#state = state;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async to(origin: string): Promise<NetworkLine> {
    const { hostname, port } = new URL(origin);
    const sockets = new Set<Socket>();
    const state = { open: true, bytesPerSecond: Number.POSITIVE_INFINITY };
    const keep = (socket: Socket, other: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    };
    const server = createServer((near) => {
      if (!state.open) return void near.destroy();
      const far = connect(Number(port), hostname);
      keep(near, far);
      keep(far, near);
      far.pipe(near);
      near.on('data', (bytes) => {
        far.write(bytes);
        near.pause();
        setTimeout(() => near.resume(), (bytes.length / state.bytesPerSecond) * 1000);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new NetworkLine(server, sockets, state);
  }

  slow(bytesPerSecond: number): void {
    this.#state.bytesPerSecond = bytesPerSecond;
  }

  cut(): void {
    this.#state.open = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#state.open = true;
    this.#state.bytesPerSecond = Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
