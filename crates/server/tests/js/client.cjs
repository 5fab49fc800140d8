// One Socket.IO client, told what to do by lines of JSON on stdin; says on stdout what it hears.
//
//   node client.cjs URL OPTIONS
//
// In:  {"emit": event, "args": […], "ack": n}   n is left out for an event without acknowledgement
//      {"cut": true}       drops the connection as a broken network does; the client comes back by itself
//      {"connect": true}   connects again after the server has said goodbye
//      {"pause": true} {"resume": true}   stops and goes on reading from the network
// Out: {"on": event, "args": […]}  {"ack": n, "reply": …}
//      {"is": "connect" | "connect_error" | "disconnect", …}
const { io } = require("socket.io-client");

const [url, options] = [process.argv[2], JSON.parse(process.argv[3])];
const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

const socket = io(url, { reconnectionDelay: 50, reconnectionDelayMax: 200, ...options });
socket.on("connect", () => say({ is: "connect", id: socket.id, transport: socket.io.engine.transport.name }));
socket.on("connect_error", (error) => say({ is: "connect_error", message: error.message }));
socket.on("disconnect", (reason) => say({ is: "disconnect", reason }));
socket.onAny((event, ...args) => say({ on: event, args }));

const network = () => socket.io.engine.transport.ws._socket;

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const told = JSON.parse(line);
    if (told.cut) socket.io.engine.close();
    else if (told.connect) socket.connect();
    else if (told.pause) network().pause();
    else if (told.resume) network().resume();
    else if (told.ack !== undefined)
      socket.emit(told.emit, ...told.args, (reply) => say({ ack: told.ack, reply }));
    else socket.emit(told.emit, ...told.args);
  })
  .on("close", () => process.exit(0));
