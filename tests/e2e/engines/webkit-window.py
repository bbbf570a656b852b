"""A browser for WebKitWebDriver, with one window. Arguments: WIDTH HEIGHT DATA_FOLDER."""
import sys
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

width, height, folder = sys.argv[1:]
# An ephemeral context writes no console messages.
data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.set_preferred_languages(['en-US'])
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
view.connect('close', lambda _: Gtk.main_quit())
window = Gtk.Window(default_width=int(width), default_height=int(height))
window.add(view)
window.show_all()
context.connect('automation-started', lambda _, session: session.connect('create-web-view', lambda _: view))
Gtk.main()
