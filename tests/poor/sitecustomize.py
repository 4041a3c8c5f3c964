"""Makes every interpreter poor that is started with this directory in PYTHONPATH."""

from poor_system import become_poor

become_poor()
