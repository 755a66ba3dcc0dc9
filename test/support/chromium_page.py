# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, driven over its debugging protocol; its requests are recorded."""

import base64
from contextlib import contextmanager
import json
from pathlib import Path
import shutil
import subprocess
import tempfile
from time import monotonic

BINARY = shutil.which('chromium') or shutil.which('chromium-browser') or ''
FLAGS = (
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    '--hide-scrollbars', '--remote-debugging-port=0', '--window-size=1280,900',
)  # fmt: skip
PATIENCE = 60.0


class Page:
    """One tab: run JavaScript in it, wait for facts, take its picture."""

    def __init__(self, socket):
        self._socket, self._count = socket, 0
        self.requests = []
        for domain in ('Page', 'Runtime', 'Network'):
            self.call(f'{domain}.enable')

    def call(self, method, **parameters):
        self._count += 1
        asked = {'id': self._count, 'method': method, 'params': parameters}
        self._socket.send(json.dumps(asked))
        while True:
            said = json.loads(self._socket.recv(timeout=PATIENCE))
            if said.get('method') == 'Network.requestWillBeSent':
                self.requests.append(said['params']['request']['url'])
            if said.get('method') == 'Network.webSocketCreated':
                self.requests.append(said['params']['url'])
            if said.get('id') == self._count:
                assert 'error' not in said, said
                return said['result']

    def value(self, expression):
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True)
        return result['result'].get('value')

    def wait_for(self, expression):
        end = monotonic() + PATIENCE
        while not self.value(expression):
            assert monotonic() < end, f'{expression} did not become true: {self.text()[:500]}'
            # A frame of the page, not a time of ours.
            self.call(
                'Runtime.evaluate', awaitPromise=True,
                expression='new Promise(done => requestAnimationFrame(done))',
            )  # fmt: skip

    def key(self, name):
        """Press a key and let it go."""
        for kind in ('rawKeyDown', 'keyUp'):
            self.call(
                'Input.dispatchKeyEvent', type=kind, key=name, code=name,
                windowsVirtualKeyCode={'Home': 36, 'End': 35}[name],
            )  # fmt: skip

    def text(self):
        return self.value('document.body.innerText') or ''

    def picture(self, path):
        data = self.call('Page.captureScreenshot', format='png')['data']
        Path(path).write_bytes(base64.b64decode(data))
        return path


@contextmanager
def page_at(address):
    """Open an address; Chromium and its folder are gone afterwards."""
    from websockets.sync.client import connect

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [BINARY, *FLAGS, f'--user-data-dir={folder}', 'about:blank'],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            line = next(line for line in process.stderr if 'DevTools listening on' in line)
            port = line.rpartition('ws://')[2].split('/')[0].rpartition(':')[2]
            with connect(_target(port), max_size=None) as socket:
                page = Page(socket)
                page.call('Page.navigate', url=address)
                yield page
        finally:
            process.terminate()
            process.wait()
            process.stderr.close()


def _target(port):
    from urllib.request import urlopen

    with urlopen(f'http://127.0.0.1:{port}/json') as answer:
        pages = json.load(answer)
    return next(page['webSocketDebuggerUrl'] for page in pages if page['type'] == 'page')
